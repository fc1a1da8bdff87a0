#!/bin/sh
# A database of each older schema, N.sql, is brought up to date: its tables are then those
# of a new one, nothing in it has changed, and export gives what it gave then, N.jsonl and
# N.csv. Usage: migrate.sh PERFLORE KILLED FOLDER
set -eu
export LC_ALL=C.UTF-8
perflore=$1 killed=$2 folder=$3
command -v sqlite3 >/dev/null || exit 77

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

fail() {
	echo "$*" >&2
	exit 1
}

# One process may still be closing a database that the next one opens.
sql() {
	sqlite3 -cmd '.timeout 10000' "$@"
}

# The statements that made a database's tables, without comments, white space and the
# quotes that SQLite puts around names.
schema() {
	sql "$1/perflore.db" "SELECT type, name, tbl_name, ';', sql, char(10) || '@'
		FROM sqlite_schema ORDER BY type, name" |
		sed 's/--.*//' | tr -s '[:space:]' ' ' | sed 's/"//g; s/ *\([(),]\) */\1/g' | tr '@' '\n'
}

# The rows of a database, in the columns that the database $2 has as well. Table pending held
# what the text index had not taken up.
rows() {
	sql "$2/perflore.db" "SELECT format('SELECT ''%s'', %s FROM \"%s\" ORDER BY %s;',
		t.name, group_concat('quote(\"' || c.name || '\")'), t.name, group_concat(c.cid + 2))
		FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
		AND t.name <> 'pending' GROUP BY t.name" |
		sql "$1/perflore.db"
}

perflore() {
	"$perflore" "$@"
}

: >"$tmp/empty"
perflore index --db "$tmp/new" "$tmp/empty" 2>"$tmp/said" || fail "$(cat "$tmp/said")"
schema "$tmp/new" >"$tmp/new.schema"
[ -s "$tmp/new.schema" ] || fail "the schema cannot be listed"

for dump in "$folder"/*.sql; do
	old=$(basename "$dump" .sql)
	for copy in before after; do
		mkdir "$tmp/$copy"
		sql "$tmp/$copy/perflore.db" <"$dump" >/dev/null
		sql "$tmp/$copy/perflore.db" "PRAGMA journal_mode=WAL" >/dev/null
	done
	schema "$tmp/before" >"$tmp/before.schema"
	! cmp -s "$tmp/before.schema" "$tmp/new.schema" || fail "schema $old: it is the new one"
	rows "$tmp/before" "$tmp/before" >"$tmp/before.rows"
	[ -s "$tmp/before.rows" ] || fail "schema $old: no rows"

	# Read only, it is refused; killed on the way, it is what it was.
	status=0
	perflore export --db "$tmp/after" --format=csv >"$tmp/out" 2>"$tmp/said" || status=$?
	[ $status = 3 ] || fail "schema $old: export ends with $status"
	grep -q "run .perflore index --db $tmp/after." "$tmp/said" ||
		fail "schema $old: what to do is not said: $(cat "$tmp/said")"
	"$killed" "$tmp/after" || fail "schema $old: the migration was not killed"
	schema "$tmp/after" | cmp - "$tmp/before.schema" || fail "schema $old: killed, it is another"
	rows "$tmp/after" "$tmp/before" | cmp - "$tmp/before.rows" ||
		fail "schema $old: killed, the rows are others"
	[ "$(sql "$tmp/after/perflore.db" "PRAGMA user_version")" = "$old" ] ||
		fail "schema $old: killed, it calls itself another"

	"$killed" --finish "$tmp/after" || fail "schema $old: it is not migrated"
	schema "$tmp/after" | diff "$tmp/new.schema" - || fail "schema $old: the tables are others"
	rows "$tmp/after" "$tmp/before" | diff "$tmp/before.rows" - ||
		fail "schema $old: the rows are others"
	[ -z "$(sql "$tmp/after/perflore.db" "PRAGMA foreign_key_check; PRAGMA integrity_check" |
		grep -v '^ok$')" ] || fail "schema $old: it has faults"
	# What is known of names is filled in.
	[ -z "$(sql "$tmp/after/perflore.db" "SELECT name FROM metric
			WHERE name LIKE 'perf-profile.%' AND (family, unit) IS NOT ('perf-profile', '%');
		SELECT tbox || text FROM machine WHERE key IS NULL OR key <> tbox;
		SELECT text FROM machine WHERE tbox IS NULL AND key NOT LIKE threads || '|%'")" ] ||
		fail "schema $old: families, units or keys are missing"
	[ "$(sql "$tmp/after/perflore.db" "SELECT count(family) > 0 FROM metric")" = 1 ] ||
		fail "schema $old: no families"
	for format in jsonl csv; do
		perflore export --db "$tmp/after" --format=$format | diff "$folder/$old.$format" - ||
			fail "schema $old: export --format=$format is another"
	done
	rm -rf "$tmp/before" "$tmp/after"
done
