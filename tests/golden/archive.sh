#!/bin/sh
# The properties that need no expected file, on whole archives of real mail, where there
# are some: archive.sh ARITHMETIC PRINTED PROPERTIES. $PERFLORE_SHARED is the folder of a collection
# with archives/*.mbox.zst and archives/*.bundle (git bundles of public-inbox epochs).
set -eu
arithmetic=$1 printed=$2 properties=$3

if [ -z "${PERFLORE_SHARED:-}" ]; then
	echo 'skipped: PERFLORE_SHARED is not set'
	exit 77
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

check() { # archive
	echo "$1:"
	"$arithmetic" "$1" || status=1
	"$printed" "$1" || status=1
	"$properties" --archive "$1" || status=1
}

for archive in "$PERFLORE_SHARED"/archives/*.mbox.zst; do
	check "$archive"
done
for bundle in "$PERFLORE_SHARED"/archives/*.bundle; do
	repository=$tmp/$(basename "$bundle" .bundle).git
	git clone --quiet --mirror "$bundle" "$repository"
	check "$repository"
done
exit $status
