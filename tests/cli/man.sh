#!/bin/sh
# The man pages say what is so: the examples, between .EX and .EE, print what stands
# there (standard error behind standard output, as a pipe does not order them), and every
# option of a command is in its page and the other way round.
#
#	man.sh PERFLORE CORPUS PAGES [--update]
#
# --update writes what the examples print into the pages.
set -eu

pages=$3
update=${4-}
. "$(dirname "$0")/archive.sh"

# Text to roff and back, so that it can be copied from the page and pasted to a shell.
to_roff() {
	sed 's/\\/\\e/g; s/-/\\-/g; s/'\''/\\(aq/g; s/`/\\(ga/g; s/\^/\\(ha/g; s/~/\\(ti/g
		s/^\([.]\)/\\\&\1/'
}
from_roff() {
	sed 's/^\\&//; s/\\-/-/g; s/\\(aq/'\''/g; s/\\(ga/`/g; s/\\(ha/^/g; s/\\(ti/~/g; s/\\e/\\/g'
}

# A page with its examples as they are now. What perflore(1) shows is shown by others.
rewrite() {
	inside=
	while IFS= read -r line; do
		case $inside$line in
		.EX) inside=y && printf '%s\n' "$line" ;;
		y.EE) inside= && printf '%s\n' "$line" ;;
		'y$ '*)
			command=$(printf '%s\n' "${line#\$ }" | from_roff)
			printf '$ %s\n' "$command" | to_roff
			(cd "$tmp/here" && exec sh -c "$command") \
				>"$tmp/out" 2>"$tmp/err" </dev/null || :
			cat "$tmp/err" >>"$tmp/out"
			hide_places "$tmp/out" | to_roff
			;;
		y*) ;;
		*) printf '%s\n' "$line" ;;
		esac
	done
}

failed=0
count=0
for page in "$pages"/*.[157]; do
	# no page sees what another one saved
	rm -rf "$tmp/here" "$PERFLORE_DB/saved-queries"
	mkdir "$tmp/here"
	case $page in
	*/perflore.1) continue ;;
	esac
	rewrite <"$page" >"$tmp/now"
	count=$((count + 1))
	if [ "$update" = --update ]; then
		cat "$tmp/now" >"$page"
	elif ! diff -u "$page" "$tmp/now"; then
		failed=$((failed + 1))
	fi
done

commands=$(perflore --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
for command in $commands; do
	page=$pages/perflore-$command.1
	grep -q "BR perflore..$command (1)" "$pages/perflore.1" || {
		echo "perflore.1 does not name $command"
		failed=$((failed + 1))
	}
	perflore "$command" --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' | sort >"$tmp/help"
	sed -n '/^\.SH OPTIONS/,/^\.SH [^O]/p' "$page" | from_roff |
		sed -n 's/^\.BI* --\([a-z-]*\).*/\1/p' | sort >"$tmp/man"
	if ! diff "$tmp/help" "$tmp/man"; then
		echo "perflore $command: the options of --help (<) and of the man page (>) differ"
		failed=$((failed + 1))
	fi
done
echo "$count pages, $failed faults"
[ "$count" -gt 0 ] && [ -n "$commands" ] && [ "$failed" -eq 0 ]
