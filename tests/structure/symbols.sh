#!/bin/sh
# Headers and symbols agree: symbols.sh NM SOURCE-DIR BUILD-DIR LIBRARY.a...
# (the archive of <layer> is named libperflore_<layer>.a). Every function of a public
# header is defined; everything that is global is declared in a header of its layer and
# begins with pl_; the rest is static. What recognizers share among themselves, in the
# headers of their folder, may be named for its family.
set -eu
nm=$1 source=$2 build=$3
shift 3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

# Names declared in headers: words before `(` `;` `[`, comments and inline bodies taken out.
declared() {
	awk '
	{
		line = $0
		while (1) {
			if (comment) {
				end = index(line, "*/")
				if (!end) { line = ""; break }
				line = substr(line, end + 2); comment = 0
			}
			start = index(line, "/*")
			if (!start) break
			printf "%s", substr(line, 1, start - 1)
			line = substr(line, start + 2); comment = 1
		}
		print line
	}' "$1" | awk '/^#/ { next } /^static inline/ { skip = 1 } skip && /^}/ { skip = 0; next } !skip' |
		grep -oE '\b[a-z][a-z0-9_]+[[:space:]]*(\(|;|\[)' | grep -oE '^[a-z0-9_]+' | sort -u
}
refuse() { # what is wrong; the names are in $tmp/found
	if [ -s "$tmp/found" ]; then
		echo "FAIL $1:"
		sed 's/^/    /' "$tmp/found"
		status=1
	fi
}

for archive; do
	layer=$(basename "$archive" .a)
	layer=${layer#libperflore_}
	"$nm" -P -g --defined-only "$archive" | awk '$2 ~ /^[TDBRC]$/ { print $1 }' |
		grep -vE '^(_Z|__)' | sort -u >"$tmp/defined"

	find "$source/$layer" "$build/$layer" -name '*.h' -exec cat {} + >"$tmp/headers.h"
	declared "$tmp/headers.h" >"$tmp/declared"
	comm -23 "$tmp/defined" "$tmp/declared" | grep -v '^pl_recognizer_' >"$tmp/found" || true
	refuse "$layer: global, but in no header"

	find "$source/$layer" -path '*/recognizers/*.h' -exec cat {} + >"$tmp/family.h"
	declared "$tmp/family.h" >"$tmp/family"
	grep -v '^pl_' "$tmp/defined" | comm -23 - "$tmp/family" >"$tmp/found" || true
	refuse "$layer: global, and not named pl_*"

	# Function types end in _fn; they are no symbols.
	cat "$source/$layer/include/perflore/"*.h >"$tmp/public.h"
	declared "$tmp/public.h" | grep '^pl_' | grep -v '_fn$' >"$tmp/public"
	grep -oE '\bpl_[a-z0-9_]+[[:space:]]*\(' "$tmp/public.h" | grep -oE 'pl_[a-z0-9_]+' | sort -u |
		comm -12 - "$tmp/public" | comm -23 - "$tmp/defined" >"$tmp/found"
	refuse "$layer: in a public header, but not defined"
	echo "$layer: $(wc -l <"$tmp/defined") global symbols, $(wc -l <"$tmp/public") public names"
done
exit $status
