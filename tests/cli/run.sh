#!/bin/sh
# Runs the transcripts in cases/: `$ command`, then `> ` standard output, `! ` standard
# error and `= N` an exit status that is not 0, all exact. A command is run by sh in an
# empty folder with perflore in PATH, an index of the sample archive as the default
# database, and $CORPUS.
#
#	run.sh PERFLORE CORPUS CASES [--update]
#
# --update writes what happened into the cases, to be looked over with git diff.
set -eu

perflore=$1
corpus=$2
cases=$3
update=${4-}

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

perflore index --db "$PERFLORE_DB" "$corpus/threads" 2>"$tmp/index" || {
	cat "$tmp/index" >&2
	exit 1
}

# The transcript of a case as it is now. Places of this run are named by what they are.
transcribe() {
	while IFS= read -r line; do
		case $line in
		'$ '*)
			printf '%s\n' "$line"
			status=0
			(cd "$tmp/work" && exec sh -c "${line#\$ }") \
				>"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
			sed "s|$tmp|TMP|g; s|$corpus|CORPUS|g; s|^|> |" "$tmp/out"
			sed "s|$tmp|TMP|g; s|$corpus|CORPUS|g; s|^|! |" "$tmp/err"
			[ "$status" -eq 0 ] || printf '= %s\n' "$status"
			;;
		'> '* | '! '* | '= '*) ;;
		*) printf '%s\n' "$line" ;;
		esac
	done
}

failed=0
count=0
for case in "$cases"/*.case; do
	rm -rf "$tmp/work"
	mkdir "$tmp/work"
	transcribe <"$case" >"$tmp/now"
	count=$((count + 1))
	if [ "$update" = --update ]; then
		cat "$tmp/now" >"$case"
	elif ! diff -u "$case" "$tmp/now"; then
		failed=$((failed + 1))
	fi
done
echo "$count cases, $failed failed"
[ "$count" -gt 0 ] && [ "$failed" -eq 0 ]
