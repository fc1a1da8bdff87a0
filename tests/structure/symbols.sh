#!/bin/sh
# Headers and symbols agree: symbols.sh NM SOURCE-DIR BUILD-DIR LIBRARY.a...
# (the archive of <layer> is named libperflore_<layer>.a). Every function of a public
# header is defined; everything that is global is declared in a header of its layer and
# begins with pl_ (lkp_: what the recognizers of LKP's formats share); the rest is static.
set -eu
nm=$1 source=$2 build=$3
shift 3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

# Names declared in headers: words before `(` `;` `[`, comments and inline bodies taken out.
declared() {
	cat "$@" | awk '
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
	}' | awk '/^#/ { next } /^static inline/ { skip = 1 } skip && /^}/ { skip = 0; next } !skip' |
		grep -oE '\b(pl|lkp)_[a-z0-9_]+[[:space:]]*(\(|;|\[)' | grep -oE '(pl|lkp)_[a-z0-9_]+' | sort -u
}

for archive; do
	layer=$(basename "$archive" .a)
	layer=${layer#libperflore_}
	"$nm" -P -g --defined-only "$archive" | awk '$2 ~ /^[TDBRC]$/ { print $1 }' |
		grep -vE '^(_Z|__)' | sort -u >"$tmp/defined"

	grep -vE '^(pl|lkp)_' "$tmp/defined" >"$tmp/found" || true
	if [ -s "$tmp/found" ]; then
		echo "FAIL $layer: global, and not named as ours:"
		sed 's/^/    /' "$tmp/found"
		status=1
	fi

	find "$source/$layer" "$build/$layer" -name '*.h' -exec cat {} + >"$tmp/headers.h"
	declared "$tmp/headers.h" >"$tmp/declared"
	comm -23 "$tmp/defined" "$tmp/declared" | grep -v '^pl_recognizer_' >"$tmp/found" || true
	if [ -s "$tmp/found" ]; then
		echo "FAIL $layer: global, but in no header:"
		sed 's/^/    /' "$tmp/found"
		status=1
	fi

	# Function types and callbacks end in _fn; they are no symbols.
	if ls "$source/$layer/include/perflore/"*.h >/dev/null 2>&1; then
		cat "$source/$layer/include/perflore/"*.h | awk '1' >"$tmp/public.h"
		declared "$tmp/public.h" | grep -v '_fn$' >"$tmp/public"
		grep -oE '\bpl_[a-z0-9_]+[[:space:]]*\(' "$tmp/public.h" | grep -oE 'pl_[a-z0-9_]+' | sort -u |
			comm -12 - "$tmp/public" | comm -23 - "$tmp/defined" >"$tmp/found"
		if [ -s "$tmp/found" ]; then
			echo "FAIL $layer: in a public header, but not defined:"
			sed 's/^/    /' "$tmp/found"
			status=1
		fi
		echo "$layer: $(wc -l <"$tmp/defined") global symbols"
	fi
done
exit $status
