#!/bin/sh
# What zsh offers when a key is pressed, in a terminal of its own, with the completion as it
# is installed. Skipped (77) where there is no zsh, or no terminal for it.
#
#	completion_zsh.sh PERFLORE SOURCE-DIR
set -eu

command -v zsh >/dev/null || {
	echo "skipped: there is no zsh"
	exit 77
}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin"
ln -s "$1" "$tmp/bin/perflore"
cp "$2/completion/_perflore" "$tmp/bin"
# Completion functions have a tmp of their own.
export PERFLORE_ZSH="$tmp" PATH="$tmp/bin:$PATH"

# What is offered is written down on the way to the shell, which shows it as well.
cat >"$tmp/setup" <<'END'
PROMPT=
fpath=($PERFLORE_ZSH/bin $fpath)
autoload -Uz compinit && compinit -D -u
compadd() {
	local -a hits
	builtin compadd -A hits "$@"
	(( $#hits )) && print -rl -- $hits >>$PERFLORE_ZSH/offered
	builtin compadd "$@"
}
offer() { : >$PERFLORE_ZSH/offered; zle list-choices; zle kill-whole-line; print >$PERFLORE_ZSH/done }
zle -N offer
bindkey '^T' offer
# Keys that come before the line editor runs belong to the terminal, not to it.
zle-line-init() { zle -D zle-line-init; print >$PERFLORE_ZSH/done }
zle -N zle-line-init
END
cat >"$tmp/ask" <<'END'
# -b: else even to ask whether there is output waits for some
zmodload zsh/zpty && zpty -b z zsh -f -i || exit 77
await() {
	while zpty -t z; do
		[[ -e $PERFLORE_ZSH/done ]] && { rm $PERFLORE_ZSH/done; return }
		while zpty -r z ignored; do :; done
		sleep 0.1
	done
	exit 1
}
zpty -w z "source $PERFLORE_ZSH/setup"
await
while IFS= read -r line; do
	zpty -w -n z "$line"$'\x14'
	await
	print -r -- "== $line"
	LC_ALL=C sort -u $PERFLORE_ZSH/offered
done
END
printf '%s\n' 'perflore ' 'perflore sea' 'perflore search --what=' 'perflore search --sort=-' \
	'perflore thread --format=' 'perflore search is:re' 'perflore search fn:x me' 'perflore show --re' \
	'perflore index --text=' 'perflore search fn:x -is:re' |
	zsh -f "$tmp/ask" >"$tmp/out" || {
	status=$?
	[ $status -ne 77 ] || echo "skipped: zsh has no terminal"
	cat "$tmp/out"
	exit $status
}
{
	echo '== perflore '
	{
		perflore --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
		printf '%s\n' --help --version
	} | LC_ALL=C sort -u
	cat <<'END'
== perflore sea
search
== perflore search --what=
messages
reports
rows
== perflore search --sort=-
-date
== perflore thread --format=
jsonl
text
== perflore search is:re
regression
report
== perflore search fn:x me
metric:
== perflore show --re
--repo=
== perflore index --text=
all
none
reports
== perflore search fn:x -is:re
regression
report
END
} >"$tmp/wanted"
diff "$tmp/wanted" "$tmp/out"
