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

cases=$3
update=${4-}
. "$(dirname "$0")/archive.sh"

# The transcript of a case as it is now.
transcribe() {
	while IFS= read -r line; do
		case $line in
		'$ '*)
			printf '%s\n' "$line"
			status=0
			(cd "$tmp/here" && exec sh -c "${line#\$ }") \
				>"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
			hide_places "$tmp/out" | sed 's|^|> |'
			hide_places "$tmp/err" | sed 's|^|! |'
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
	# A system may have no pseudo-terminals, e.g. a bare chroot.
	if grep -q 'script -q' "$case" && ! script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
		echo "skipped, no pseudo-terminal: $case"
		continue
	fi
	# no case sees what another one saved
	rm -rf "$tmp/here" "$PERFLORE_DB/saved-queries"
	mkdir "$tmp/here"
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
