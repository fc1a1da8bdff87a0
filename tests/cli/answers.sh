#!/bin/sh
# What search finds is what a plain script finds in the output of parse over the same
# mails: 30 functions, 20 metrics, 20 culprits and 10 ranges, drawn at random with a
# fixed seed.
#
#	answers.sh PERFLORE SOURCE...
set -eu

perflore=$1
shift

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
PERFLORE_DB=$tmp/db
LC_ALL=C.UTF-8
export PERFLORE_DB LC_ALL

"$perflore" parse "$@" >"$tmp/messages"
"$perflore" index "$@" 2>"$tmp/index" || { cat "$tmp/index" >&2; exit 1; }

# The first mail of an id; a mail without one gets an id in the database only.
jq -c 'select(.message_id)' "$tmp/messages" |
	jq -n -c 'reduce inputs as $m ({}; if has($m.message_id) then . else
		.[$m.message_id] = {message_id: $m.message_id, tables: $m.tables,
			reports: $m.reports} end) | .[]' >"$tmp/mails"

# Every metric row x compared column: what it is found by, and its picture as a key.
jq -c '.message_id as $id | .tables[] | (.columns | length) as $n | .rows[] | . as $row |
	(if $n > 1 then range(1; $n) else 0 end) as $k |
	{metric, functions: (.functions // []),
	 change: (if $k > 0 then $row.cells[$k].change else null end),
	 unit: $row.cells[$k].change_unit,
	 key: ([$id, $row.line, $row.metric, $row.cells[0].value] +
		(if $k > 0 then [$row.cells[$k].value, $row.cells[$k].change] else [null, null] end)
		| tojson)}' "$tmp/mails" >"$tmp/rows"
jq -c '.message_id as $id | .reports[] | select(.culprit.id) |
	{culprit: .culprit.id, key: ([$id, .line, .verdict, .culprit.id] | tojson)}' \
	"$tmp/mails" >"$tmp/reports"

# N lines of standard input, always the same ones.
seq 1000000 >"$tmp/seed"
draw() {
	sort -u | shuf -n "$1" --random-source="$tmp/seed"
}

failed=0
asked=0
answers=0

# compare QUERY WHAT JQ: the keys that search gives and those in $tmp/expected.
compare() {
	"$perflore" search --all-copies --limit=1000000000 --format=jsonl --what="$2" -- "$1" \
		>"$tmp/found" 2>"$tmp/err" || {
		status=$?
		[ "$status" -eq 1 ] || { cat "$tmp/err" >&2; failed=$((failed + 1)); return; }
	}
	# Mails whose id was made are not in the plain script's list.
	jq -r "$3" "$tmp/found" | grep -v '^\["[0-9a-f]*@perflore\.invalid"' | sort >"$tmp/actual" || :
	asked=$((asked + 1))
	answers=$((answers + $(wc -l <"$tmp/expected")))
	if ! diff "$tmp/expected" "$tmp/actual" >"$tmp/diff"; then
		echo "differs: $2 $1"
		head -20 "$tmp/diff"
		failed=$((failed + 1))
	fi
}

row_key='[.message_id, .line, .metric, .base.value, .head.value, .change] | tojson'
report_key='[.message_id, .line, .verdict, .culprit.id] | tojson'

jq -r '.functions[]' "$tmp/rows" | draw 30 >"$tmp/functions"
while IFS= read -r name; do
	# A name without suffix also finds those with one.
	jq -r --arg f "$name" 'select(.functions | any(. == $f or
		(.[1:] | split(".")[0]) as $rest | .[0:1] + $rest == $f)) | .key' "$tmp/rows" |
		sort >"$tmp/expected"
	compare "fn:\"$name\"" rows "$row_key"
done <"$tmp/functions"

jq -r '.metric // empty | select(test("[*\"]") | not)' "$tmp/rows" | draw 20 >"$tmp/metrics"
while IFS= read -r name; do
	jq -r --arg m "$name" 'select(.metric == $m) | .key' "$tmp/rows" | sort >"$tmp/expected"
	compare "metric:\"$name\"" rows "$row_key"
done <"$tmp/metrics"

# Every other culprit shortened, the rest as long as the mail has it.
jq -r '.culprit' "$tmp/reports" | draw 20 | awk '{ print NR % 2 ? substr($0, 1, 8) : $0 }' \
	>"$tmp/culprits"
while IFS= read -r id; do
	jq -r --arg c "$id" '.culprit as $have | select(($have | startswith($c)) or
		($c | startswith($have))) | .key' "$tmp/reports" | sort >"$tmp/expected"
	compare "culprit:$id" reports "$report_key"
done <"$tmp/culprits"

printf '%s\n' '-100 -50 %' '-20 -10 %' '-5 -4.9 %' '0 0.5 %' '3 4 %' '50 100 %' '1000 1e9 %' \
	'-10 -1 abs' '0.5 0.6 abs' '5 100 abs' >"$tmp/ranges"
while read -r low high unit; do
	jq -r --argjson low "$low" --argjson high "$high" --arg unit "$unit" \
		'select(.unit == $unit and .change != null and .change >= $low and
		.change <= $high) | .key' "$tmp/rows" | sort >"$tmp/expected"
	case $unit in
	abs) compare "change:${low}pt..${high}pt" rows "$row_key" ;;
	*) compare "change:$low..$high" rows "$row_key" ;;
	esac
done <"$tmp/ranges"

echo "$asked queries, $answers expected answers, $failed differ"
[ "$asked" -gt 0 ] && [ "$answers" -gt "$asked" ] && [ "$failed" -eq 0 ]
