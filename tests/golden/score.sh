#!/bin/sh
# Compares with the records of a larger collection of mails, where there is one:
# score.sh PERFLORE WHAT. $PERFLORE_SHARED is its folder, with the program tools/score,
# cases/lkp and archives/reports-dev.{mbox,expected.jsonl}.zst.
set -eu
perflore=$1 what=$2

if [ -z "${PERFLORE_SHARED:-}" ]; then
	echo 'skipped: PERFLORE_SHARED is not set'
	exit 77
fi
score=$PERFLORE_SHARED/tools/score

case $what in
cases)
	tmp=$(mktemp -d)
	trap 'rm -rf "$tmp"' EXIT
	cp "$PERFLORE_SHARED"/cases/lkp/* "$tmp"
	# Robots' mail among the tables that people made: its numbers would clash.
	for case in "$PERFLORE_SHARED"/cases/tables/018* "$PERFLORE_SHARED"/cases/tables/019* \
		"$PERFLORE_SHARED"/cases/tables/02[0-4]*; do
		cp "$case" "$tmp/1$(basename "$case")"
	done
	"$score" --kinds lkp --min-recall 1 --min-precision 1 --cases "$tmp" --program "$perflore"
	;;
reports-dev)
	tmp=$(mktemp -d)
	trap 'rm -rf "$tmp"' EXIT
	"$perflore" parse --format=jsonl "$PERFLORE_SHARED/archives/reports-dev.mbox.zst" >"$tmp/actual.jsonl"
	"$score" --min-recall 0.998 --min-precision 0.998 \
		"$PERFLORE_SHARED/archives/reports-dev.expected.jsonl.zst" "$tmp/actual.jsonl"
	;;
esac
