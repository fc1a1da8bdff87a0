# Sourced: a scratch folder in $tmp, with $1 as perflore in PATH and an index of the
# sample archive below $2 as the default database. Commands run in $tmp/here.

perflore=$1
corpus=$2

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
mkdir "$tmp/bin" "$tmp/home"
ln -s "$perflore" "$tmp/bin/perflore"

PATH="$tmp/bin:$PATH"
HOME=$tmp/home
XDG_DATA_HOME=$tmp/home/data
CORPUS=$corpus
PERFLORE_DB=$tmp/db
LC_ALL=C.UTF-8
export PATH HOME XDG_DATA_HOME CORPUS PERFLORE_DB LC_ALL
unset NO_COLOR PAGER

perflore index "$corpus/threads" 2>"$tmp/index" || {
	cat "$tmp/index" >&2
	exit 1
}

# Places of this run, in what was printed, by what they are.
hide_places() {
	sed "s|$tmp|TMP|g; s|$corpus|CORPUS|g" "$@"
}
