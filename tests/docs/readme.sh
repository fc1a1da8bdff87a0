#!/bin/sh
# What the README shows is what the program prints:
# readme.sh PERFLORE SOURCE-DIR [--print]
# In ```console blocks, each `$ command` is run (on an index of corpus/threads) and what
# follows must be its output. --print writes the README with the output of today.
set -eu
perflore=$1 source=$2 mode=${3:-}
if ! command -v jq >/dev/null 2>&1; then
	echo 'skipped: no jq'
	exit 77
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin"
ln -s "$perflore" "$tmp/bin/perflore"
PATH="$tmp/bin:$PATH" PERFLORE_DB="$tmp/db" NO_COLOR=1
export PATH PERFLORE_DB NO_COLOR
cd "$source"
perflore index corpus/threads 2>"$tmp/log" || { cat "$tmp/log"; exit 1; }

block=no
while IFS= read -r line; do
	case $block,$line in
	no,'```console')
		block=yes
		printf '%s\n' "$line"
		;;
	yes,'```')
		block=no
		printf '%s\n' "$line"
		;;
	yes,'$ '*)
		printf '%s\n' "$line"
		sh -c "${line#\$ }" 2>&1 </dev/null || echo "exit status $?"
		;;
	yes,*) ;;
	*) printf '%s\n' "$line" ;;
	esac
done <README.md >"$tmp/README.md"

if [ "$mode" = --print ]; then
	cat "$tmp/README.md"
else
	diff -u README.md "$tmp/README.md"
fi
