#!/bin/sh
# Dependencies go one way, cli -> query -> indexer -> parser, and libraries neither
# print nor exit nor reach for what is not theirs:
# direction.sh NM PARSER.a INDEXER.a QUERY.a
set -eu
nm=$1
shift
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

# Symbols that a library defines for others, and those it needs from others.
defined() { "$nm" -P -g --defined-only "$1" | awk 'NF > 2 { print $1 }' | sort -u; }
needed() {
	"$nm" -P -g --undefined-only "$1" | awk '$2 == "U" { print $1 }' | sort -u >"$tmp/undefined"
	defined "$1" | comm -23 "$tmp/undefined" -
}
refuse() { # library, what is needed but must not be, why
	if [ -s "$2" ]; then
		echo "FAIL $1 uses ($3):"
		sed 's/^/    /' "$2"
		status=1
	fi
}

for library in parser indexer query; do
	archive=$1
	shift
	defined "$archive" | grep '^pl_' >"$tmp/$library.defined"
	needed "$archive" >"$tmp/$library.needed"
	[ -s "$tmp/$library.defined" ] || { echo "FAIL nothing is defined in $archive"; status=1; }
done

above() { # library, libraries above it
	library=$1
	shift
	for other; do
		comm -12 "$tmp/$library.needed" "$tmp/$other.defined" >"$tmp/found"
		refuse "$library" "$tmp/found" "a symbol of $other, which stands above it"
	done
}
above parser indexer query
above indexer query

no_print='printf|__printf_chk|vprintf|__vprintf_chk|puts|putchar|perror|stdout|stderr|g_print|g_printerr|g_warn_message'
no_exit='exit|_exit|_Exit|quick_exit|system|popen|exec[lv].*|posix_spawnp?|fork|vfork'
no_io='fopen|fopen64|open|open64|openat|creat|fdopen|freopen|read|pread.*|write|pwrite.*|fread|fwrite|fgets|getline|mmap|mmap64|socket|connect|getenv|secure_getenv|unlink|rename|mkdir|opendir'
no_database='sqlite3_.*|git_.*|ZSTD_.*|lzma_.*|inflate.*|gz[a-z]+'

ban() { # library, pattern, why
	grep -Ex "($2)" "$tmp/$1.needed" >"$tmp/found" || true
	refuse "$1" "$tmp/found" "$3"
}
ban parser "$no_print|$no_exit" 'libraries never print and never exit'
ban parser "$no_io" 'the parser does no input and no output'
ban parser "$no_database" 'the parser knows no database, repository or packed file'
ban indexer "$no_print|$no_exit" 'libraries never print and never exit'
ban query "$no_print|$no_exit" 'libraries never print and never exit'
ban query 'g_mime_.*|pcre2_.*|git_.*' 'mail, patterns and repositories are known further down'

[ $status -eq 0 ] && echo "ok: $(cat "$tmp"/*.defined | wc -l) symbols, all in their direction"
exit $status
