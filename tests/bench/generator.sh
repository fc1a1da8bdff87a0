#!/bin/sh
# The generator of archives says what it wrote; the parser must find just that, and the
# same options must give the same bytes: generator.sh GENERATE PERFLORE NAMES
set -eu
generate=$1
perflore=$2
names=$3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

fail() {
	echo "FAIL $*" >&2
	exit 1
}

# Many of the mails are robots', so that there is something to count.
"$generate" --names="$names" --mails=300 --seed=3 --reports=300 >"$tmp/mbox" 2>"$tmp/written"
"$generate" --names="$names" --mails=300 --seed=3 --reports=300 >"$tmp/again" 2>/dev/null
"$generate" --names="$names" --mails=300 --seed=6 --reports=300 >"$tmp/other" 2>/dev/null
cmp "$tmp/mbox" "$tmp/again" || fail 'the same seed gave other mails'
! cmp -s "$tmp/mbox" "$tmp/other" || fail 'another seed gave the same mails'

"$perflore" parse "$tmp/mbox" >"$tmp/parsed"
jq -c -s '{mails: length,
	reports: ([.[].reports[].kind] | {performance: map(select(. == "performance")) | length,
		functional: map(select(. == "functional")) | length,
		build: map(select(. == "build")) | length}),
	rows: ([.[].tables[]] | {lkp: ([.[] | select(.kind == "lkp").rows | length] | add // 0),
		benchmark: ([.[] | select(.kind == "benchmark").rows | length] | add // 0)})}' \
	"$tmp/parsed" >"$tmp/found"
jq -c '{mails, reports, rows}' "$tmp/written" >"$tmp/expected"
cmp "$tmp/expected" "$tmp/found" || {
	cat "$tmp/expected" "$tmp/found"
	fail 'the parser found something else than was written'
}
jq -e '.reports.performance >= 5 and .reports.functional >= 20 and .rows.lkp >= 500
	and .rows.benchmark >= 10' "$tmp/written" >/dev/null || fail 'too little was written'
jq -e -s '[.[].problems[]] | length == 0' "$tmp/parsed" >/dev/null || fail 'mails with problems'

# Threads have 9 mails in the mean, however many mails there are: each ends.
"$generate" --names="$names" --mails=12000 2>"$tmp/written" >/dev/null
jq -e '.mails / .threads | . > 7 and . < 11' "$tmp/written" >/dev/null ||
	fail "threads of 12000 mails: $(jq .threads "$tmp/written")"
echo "300 mails as written: $(cat "$tmp/found")"
