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
	"$score" --kinds lkp --min-recall 1 --min-precision 1 \
		--cases "$PERFLORE_SHARED/cases/lkp" --program "$perflore"
	;;
reports-dev)
	tmp=$(mktemp -d)
	trap 'rm -rf "$tmp"' EXIT
	"$perflore" parse --format=jsonl "$PERFLORE_SHARED/archives/reports-dev.mbox.zst" >"$tmp/actual.jsonl"
	"$score" --min-recall 0.998 --min-precision 0.998 \
		"$PERFLORE_SHARED/archives/reports-dev.expected.jsonl.zst" "$tmp/actual.jsonl"
	;;
esac
