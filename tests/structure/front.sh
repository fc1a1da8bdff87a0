#!/bin/sh
# perflore starts cheaply: what a question needs is loaded, and nothing for mails and
# repositories, neither directly nor by what is loaded:
# front.sh READELF PERFLORE PERFLORE-MAIL
set -eu
readelf=$1 perflore=$2 mail=$3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
status=0

# Sanitizers bring libraries of their own.
needed() {
	"$readelf" -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\.so.*\]/\1/p' |
		grep -vE '^(lib(asan|tsan|ubsan|c|m|gcc_s|pthread|dl)|ld-linux.*)$' | sort
}
loaded() {
	ldd "$1" | sed -n 's|^[[:space:]]*\([^ /]*\)\.so.*|\1|p' | sort -u
}
kept_out='lib(gmime|gio|gobject|gmodule|gpgme|git2|gumbo|lzma|nettle|krb5|ssh|ssl|crypto|mbed).*'

printf '%s\n' libglib-2.0 libsqlite3 libzstd >"$tmp/wanted"
needed "$perflore" >"$tmp/needed"
if ! diff "$tmp/wanted" "$tmp/needed" >"$tmp/found"; then
	echo "FAIL $perflore is linked with other libraries than it should be:"
	cat "$tmp/found"
	status=1
fi
if loaded "$perflore" | grep -E "^$kept_out"; then
	echo "FAIL $perflore loads these"
	status=1
fi

# What is looked for is known by the program that has it.
for library in libgmime-3.0 libgit2 libgumbo liblzma libnettle; do
	if ! loaded "$mail" | grep -Ex "$kept_out" | grep -qxF "$library"; then
		echo "FAIL $library is not found among what $mail loads"
		status=1
	fi
done
[ $status -eq 0 ] && echo "ok: perflore loads $(loaded "$perflore" | wc -l) libraries, perflore-mail $(loaded "$mail" | wc -l)"
exit $status
