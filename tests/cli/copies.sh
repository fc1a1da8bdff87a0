#!/bin/sh
# The mails of the sample archive come over a second list too, which puts its name before the subject, leaves
# addresses out of Cc and a footer behind the text: in whatever order the copies come, and from whatever they
# are read, every table and every answer is the same. Usage: copies.sh PERFLORE CORPUS
set -eu
command -v sqlite3 >/dev/null && command -v git >/dev/null || exit 77
. "$(dirname "$0")/archive.sh"
cd "$tmp"

fail() {
	echo "$*" >&2
	exit 1
}

# One process may still be closing a database that the next one opens.
sql() {
	sqlite3 -cmd '.timeout 10000' "$@"
}

cat "$CORPUS"/threads/*.mbox >plain.mbox
awk '
function footer() {
	if (in_text) print "_______________________________________________\nOther-devel mailing list\n" \
		"To unsubscribe: https://lists.example.org/listinfo/other-devel\n"
	in_text = 0
}
/^From mboxrd@/ { footer(); print; in_header = 1; next }
in_header && /^$/ { print "List-Id: <other.lists.example.org>"; in_header = 0; in_text = 1; in_cc = 0 }
in_header && /^[^ \t]/ { in_cc = /^(Cc|CC|List-Id):/ }
in_header && in_cc { if (/^C/ && !/^Cc: *$/) print "Cc: archive@example.org"; next }
in_header && /^Subject: Re: / { print "Subject: Re: [other-devel] " substr($0, 14); next }
in_header && /^Subject: / { print "Subject: [other-devel] " substr($0, 10); next }
{ print }
END { footer() }' plain.mbox >other.mbox

mails=$(grep -c '^From mboxrd@' plain.mbox)

# The same as repositories of public-inbox.
for list in plain other; do
	git init -q --bare $list.git
	# the blank line before the next mail is the mbox's
	awk '
	function end() { print "END-OF-MAIL" }
	/^From mboxrd@/ {
		if (n) end()
		print "commit refs/heads/master\ncommitter A <a@example.org> " ++n " +0000\ndata 0"
		print "M 100644 inline m\ndata <<END-OF-MAIL"
		held = 0
		next
	}
	held { print "" }
	{ held = /^$/; sub(/^>From /, "From ") }
	!held { print }
	END { end() }' $list.mbox | git -C $list.git fast-import --quiet
	git -C $list.git symbolic-ref HEAD refs/heads/master
done

# Every table with names in place of the ids, which go by order, and where every mail has its words.
tables() {
	sql "$1/perflore.db" "SELECT format('SELECT ''%s'', %s FROM \"%s\" x ORDER BY %s;', t.name,
		group_concat(CASE
			WHEN c.name = 'message' THEN '(SELECT message_id FROM message WHERE id = x.message)'
			WHEN c.name = 'thread' THEN '(SELECT root FROM thread WHERE id = x.thread)'
			WHEN c.name = 'metric' AND t.name <> 'report' AND t.name <> 'report_related'
				THEN '(SELECT name FROM metric WHERE id = x.metric)'
			WHEN c.name = 'machine' THEN '(SELECT key FROM machine WHERE id = x.machine)'
			WHEN c.name IN ('function', 'file') THEN format('(SELECT %s FROM %s WHERE id = x.%s)',
				iif(c.name = 'file', 'path', 'name'), c.name, c.name)
			WHEN c.name IN ('report', 'owner', 'copy_of') THEN format('(SELECT m.message_id || r.position '
				|| 'FROM report r JOIN message m ON m.id = r.message WHERE r.id = x.%s)', c.name)
			WHEN c.name IN ('metric_table', 'copy_table') THEN format('(SELECT m.message_id || r.position '
				|| 'FROM metric_table r JOIN message m ON m.id = r.message WHERE r.id = x.%s)', c.name)
			WHEN c.type = 'BLOB' THEN format('hex(x.%s)', c.name)
			ELSE 'x.' || c.name END),
		t.name, group_concat(c.n))
		FROM sqlite_schema t, (SELECT *, 1 + row_number() OVER (PARTITION BY owner ORDER BY cid) AS n
			FROM (SELECT s.name AS owner, p.* FROM sqlite_schema s, pragma_table_info(s.name) p
				WHERE s.type = 'table' AND p.name NOT IN ('id', 'source', 'place', 'open_size', 'open_sum'))) c
		WHERE t.type = 'table' AND c.owner = t.name AND t.name NOT LIKE 'words%'
		AND t.name NOT LIKE 'sqlite_%' AND t.name NOT IN ('meta', 'source')
		GROUP BY t.name" | sql "$1/perflore.db"
	sql "$1/perflore.db" "CREATE VIRTUAL TABLE temp.placed USING fts5vocab(main, words, instance);
		SELECT m.message_id, p.term, p.col, p.offset FROM temp.placed p JOIN message m ON m.id = p.doc
		ORDER BY 1, 2, 3, 4"
}

answers() {
	for format in jsonl csv; do
		perflore export --db "$1" --format=$format
	done
	for query in other unsubscribe l:other; do
		perflore search --db "$1" --what=messages --limit=1000 --format=jsonl "$query" || true
	done
}

n=0
same() {
	tables lists >lists.tables
	answers lists >lists.answers 2>&1
	perflore check --db lists >/dev/null 2>said || fail "$*: check: $(cat said)"
	if [ $n = 0 ]; then
		mv lists.tables reference.tables
		mv lists.answers reference.answers
	else
		diff reference.tables lists.tables >differ || fail "$*: tables differ: $(head -20 differ)"
		diff reference.answers lists.answers >differ || fail "$*: answers differ: $(head -20 differ)"
	fi
	n=$((n + 1))
	rm -rf lists
}

for jobs in 1 4; do
	kinds=mbox longer=
	[ $jobs = 1 ] || kinds='mbox git' longer=more
	for order in "plain other" "other plain" ${longer:+"other other plain" "plain other plain"}; do
		for kind in $kinds; do
			sources=
			for list in $order; do
				sources="$sources $list.$kind"
			done
			perflore index -j $jobs --db lists $sources 2>said || fail "$sources: $(cat said)"
			same -j $jobs $sources
			for source in $sources; do
				perflore index -j $jobs --db lists $source 2>said || fail "$source: $(cat said)"
			done
			same -j $jobs, one by one $sources
		done
	done
	cat other.mbox plain.mbox >both.mbox
	perflore index -j $jobs --db lists both.mbox 2>said || fail "both.mbox: $(cat said)"
	grep -q "$mails already known" said || fail "the copies are no copies: $(cat said)"
	same -j $jobs both.mbox
done
! grep -q other-devel reference.answers || fail "the subject is that of the other list"
grep -q other.lists reference.answers || fail "the other list is not known"
echo "$n orders"
