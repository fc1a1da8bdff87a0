#!/bin/bash
# What the completions offer is what perflore takes: all commands, all options, and the
# values and prefixes of both files.
#
#	completion.sh PERFLORE SOURCE-DIR
set -eu

program=$1
source=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/folder"
ln -s "$program" "$tmp/bin/perflore"
PATH="$tmp/bin:$PATH"
. "$source/completion/perflore.bash"
failed=0
count=0

# complete LINE: what is offered at its end, a line each.
complete_line() {
	COMP_LINE=$1
	COMP_POINT=${#COMP_LINE}
	_perflore
	printf '%s\n' "${COMPREPLY[@]}"
}

# same NAME: $tmp/offered is $tmp/taken, in whatever order.
same() {
	count=$((count + 1))
	sort -u "$tmp/offered" >"$tmp/a"
	sort -u "$tmp/taken" >"$tmp/b"
	if ! diff "$tmp/a" "$tmp/b"; then
		echo "$1: what is offered (<) and what is taken (>) differ"
		failed=$((failed + 1))
	fi
}

perflore --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' >"$tmp/commands"
{ cat "$tmp/commands"; printf '%s\n' --help --version; } >"$tmp/taken"
complete_line 'perflore ' >"$tmp/offered"
same commands

while read -r command; do
	perflore "$command" --help | sed -n 's/^  \(--[a-z-]*=\{0,1\}\).*/\1/p' >"$tmp/taken"
	complete_line "perflore $command --" >"$tmp/offered"
	same "options of $command"
	# A value that is not taken brings a list of those that are, parse apart.
	for option in what sort by format; do
		grep -q "^--$option=" "$tmp/taken" || continue
		cp "$tmp/taken" "$tmp/options"
		perflore "$command" "--$option=no-such-value" x 2>&1 |
			sed -n 's/.*it takes one of //p; s/.*prints only //p' | tr -d ' ' | tr , '\n' \
			>"$tmp/taken"
		complete_line "perflore $command --$option=" >"$tmp/offered"
		[ -s "$tmp/taken" ] || { echo "$command --$option: no values"; failed=$((failed + 1)); }
		same "--$option of $command"
		cp "$tmp/options" "$tmp/taken"
	done
done <"$tmp/commands"

sed -n 's/^    {"\([a-z]*\)", PL_PREFIX_.*/\1:/p' "$source/query/terms.c" >"$tmp/taken"
complete_line 'perflore search is:regression ' | grep ':$' >"$tmp/offered"
same prefixes
perflore search is:no-such-word 2>&1 | sed -n 's/.*is: takes one of //p' | tr ' ' '\n' >"$tmp/taken"
complete_line 'perflore search is:' >"$tmp/offered"
same is:

# The beginning of a word chooses, and only what readline replaces is offered.
complete_line 'perflore search --sort=-' >"$tmp/offered"
printf '%s\n' -date >"$tmp/taken"
same --sort=-
complete_line 'perflore index --text=' >"$tmp/offered"
perflore index --text=no-such-value x 2>&1 | sed -n 's/.*: it is //p' | sed 's/, / /; s/ or / /' | tr ' ' '\n' \
	>"$tmp/taken"
[ -s "$tmp/taken" ] || { echo 'index --text: no values'; failed=$((failed + 1)); }
same --text=
# A query in quotes is one word to readline: all of it is offered, with the term completed.
while IFS='|' read -r line wanted; do
	complete_line "perflore search $line" >"$tmp/offered"
	printf '%s\n' "$wanted" | tr , '\n' >"$tmp/taken"
	same "$line"
done <<'END'
'is:open is:re|is:open is:regression,is:open is:report
'(is:re|(is:regression,(is:report
"is:fi|is:fixed
'is:open' is:fi|fixed
'is:open -is:fi|is:open -is:fixed
"a 'b is:fi|a 'b is:fixed
--limit=3 'me|metric:,metric:...
'is:open subs|is:open subsys:,is:open subsys:...
'is:open c|is:open c:,is:open change:,is:open commit:,is:open culprit:
END
touch "$tmp/folder/one.mbox"
complete_line "perflore index $tmp/folder/o" >"$tmp/offered"
printf '%s\n' "$tmp/folder/one.mbox" >"$tmp/taken"
same files

# zsh has the same words.
for name in what sort text by is prefixes; do
	variable=_perflore_$name
	printf '%s\n' ${!variable} >"$tmp/taken"
	tr -s '\n\t' ' ' <"$source/completion/_perflore" |
		sed "s/.* $name=(\([^)]*\)).*/\1/" | tr ' ' '\n' >"$tmp/offered"
	same "$name of zsh"
done
# The shell itself knows whom to ask.
complete -p perflore | grep -q -- '-F _perflore perflore$' || { echo 'not registered'; failed=$((failed + 1)); }

echo "$count lists, $failed differ"
[ "$count" -gt 20 ] && [ "$failed" -eq 0 ]
