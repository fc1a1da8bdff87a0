#!/bin/sh
# What a run meets: another writer, readers, no room, a folder that cannot be written.
# Usage: writers.sh PERFLORE CORPUS
set -eu
. "$(dirname "$0")/archive.sh"
cd "$tmp"
mkdir work

fail() {
	echo "$*" >&2
	exit 1
}

export_of() {
	perflore export --db "$1" --format=jsonl
}

export_of "$PERFLORE_DB" >reference
[ -s reference ] || fail "nothing to compare with"

# A writer that waits for its mails, in the middle of a batch.
mkfifo mails
perflore index --db busy "$CORPUS/threads/mm.mbox" 2>/dev/null
perflore index --db busy - <mails 2>writer.said &
writer=$!
exec 3>mails
cat "$CORPUS/threads/lib.mbox" >&3
tries=0
until [ "$(cat busy/lock)" = "$writer" ]; do
	tries=$((tries + 1))
	[ $tries -lt 600 ] || fail "the writer does not sign the lock"
	sleep 0.1
done
status=0
perflore index --db busy "$CORPUS/threads/fs.mbox" 2>said || status=$?
[ $status = 3 ] || fail "a second writer ends with $status"
grep -q "process $writer) is writing" said || fail "who writes is not said: $(cat said)"
export_of busy >while_writing || fail "it cannot be read while a run is going on"
perflore search --db busy --what=messages regression >found || fail "it cannot be searched"
perflore check --db busy 2>said || fail "a run that is going on is a fault: $(cat said)"
exec 3>&-
wait "$writer" || fail "the writer failed: $(cat writer.said)"
export_of busy >after
cmp -s while_writing after && fail "the writer wrote nothing"
[ "$(wc -l <while_writing)" -gt 0 ] || fail "readers saw nothing"

# No room: in steps, each with some more, until there is enough. Each run keeps what it
# has committed, says in one line what is wrong, and the last one ends as one that had room.
room=64
failed=0
while :; do
	status=0
	(
		trap '' XFSZ
		ulimit -f "$room"
		exec perflore index --db small "$CORPUS/threads"
	) 2>said || status=$?
	[ $status = 0 ] && break
	[ $status = 3 ] || fail "without room it ends with $status: $(cat said)"
	failed=$((failed + 1))
	grep -q 'perflore\.db' said || fail "without room it says: $(cat said)"
	room=$((room * 2))
	[ $room -lt 10000000 ] || fail "it never has enough"
done
[ $failed -gt 2 ] || fail "there was room from the start"
export_of small | cmp - reference || fail "after runs without room the database is another"
perflore check --db small 2>said || fail "after runs without room: $(cat said)"

# A real disk that is full, and one that cannot be written, where these can be made.
mkdir disk
if mount -t tmpfs -o size=1m none disk 2>/dev/null; then
	trap 'umount "$tmp/disk"; rm -rf "$tmp"' EXIT
	status=0
	perflore index --db disk/db "$CORPUS/threads" 2>said || status=$?
	[ $status = 3 ] || fail "on a full disk it ends with $status: $(cat said)"
	grep -q 'no room left' said || fail "on a full disk it says: $(cat said)"
	mount -o remount,size=64m disk
	perflore index --db disk/db "$CORPUS/threads" 2>said || fail "with room again: $(cat said)"
	export_of disk/db | cmp - reference || fail "after a full disk the database is another"
	mount -o remount,ro disk
	export_of disk/db | cmp - reference || fail "a folder that cannot be written is not read"
	status=0
	perflore index --db disk/db "$CORPUS/threads" 2>said || status=$?
	[ $status = 3 ] || fail "where it cannot write it ends with $status"
	grep -q 'cannot be written' said || fail "where it cannot write it says: $(cat said)"
fi

# Nothing new: the database stays as it is, to the byte.
cp -r "$CORPUS/threads" old
find old -type f -exec touch -d 2020-01-01 {} +
perflore index --db quiet old 2>said || fail "a copy is not indexed: $(cat said)"
cp quiet/perflore.db quiet.db
perflore index --db quiet 2>said || fail "nothing new: $(cat said)"
grep -q '^perflore: 0 mails read' said || fail "nothing new, but it says: $(cat said)"
cmp quiet.db quiet/perflore.db || fail "nothing new, and the database was written"
