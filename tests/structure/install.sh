#!/bin/sh
# An installed perflore can be used by a program, through CMake and through pkg-config, and
# its commands run wherever it was moved and however it is named:
# install.sh CMAKE BUILD-DIR GENERATOR CC SANITIZE LIBEXEC-DIR
set -eu
cmake=$1 build=$2 generator=$3 cc=$4 sanitize=$5 libexec=$6
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

"$cmake" --install "$build" --prefix "$tmp/prefix" >"$tmp/log" || { cat "$tmp/log"; exit 1; }

cat >"$tmp/main.c" <<'END'
#include <stdio.h>
#include <perflore/parse.h>
#include <perflore/source.h>

int main(void)
{
	struct pl_parser *parser;
	struct pl_error error;
	struct pl_source *source;

	pl_mail_init();
	parser = pl_parser_new(NULL);
	if (pl_parser_parse(parser, PL_TEXT("Subject: x\n\nFixes: 1234567890ab (\"y\")\n"), PL_SHAPE_MAIL)
		    ->n_trailers != 1)
		return 1;
	if (pl_source_open("/nonexistent", NULL, NULL, NULL, &source, &error) != PL_FAILED)
		return 1;
	puts(error.message);
	pl_parser_free(parser);
	return 0;
}
END
cat >"$tmp/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(consumer C CXX)
find_package(perflore REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE perflore::perflore_query)
END
"$cmake" -S "$tmp" -B "$tmp/build" -G "$generator" -DCMAKE_C_COMPILER="$cc" \
	-DCMAKE_PREFIX_PATH="$tmp/prefix" >"$tmp/log" 2>&1 &&
	"$cmake" --build "$tmp/build" >>"$tmp/log" 2>&1 || { cat "$tmp/log"; exit 1; }
"$tmp/build/consumer"

pc=$(find "$tmp/prefix" -name perflore.pc)
flags=
[ "$sanitize" != ON ] || flags=-fsanitize=address,undefined
# shellcheck disable=SC2046,SC2086 # words
"$cc" $flags "$tmp/main.c" -o "$tmp/consumer" \
	$(PKG_CONFIG_PATH=$(dirname "$pc") pkg-config --define-variable=prefix="$tmp/prefix" \
		--cflags --libs perflore)
"$tmp/consumer"
"$tmp/prefix/bin/perflore" --version

# perflore finds the program that reads mails.
mv "$tmp/prefix" "$tmp/moved"
ln -s "$tmp/moved/bin/perflore" "$tmp/link"
mkdir "$tmp/here"
cd "$tmp/here"
for perflore in "$tmp/moved/bin/perflore" "$tmp/link" ../moved/bin/perflore perflore; do
	printed=$(printf 'Subject: x\n\nx\n' | PATH="$tmp/moved/bin:$PATH" "$perflore" parse)
	case $printed in
	'{"schema":"perflore.message/1","subject":"x",'*) ;;
	*)
		echo "FAIL $perflore parse printed: $printed"
		exit 1
		;;
	esac
done

# The standard streams, the arguments and the exit status are those of the command.
status=0
"$tmp/link" parse --format=odd 2>"$tmp/err" || status=$?
grep -qx "perflore: --format=odd: parse prints only jsonl" "$tmp/err" && [ $status -eq 2 ] || {
	echo "FAIL status $status, and:"
	cat "$tmp/err"
	exit 1
}

# One that is not installed as a whole says what is missing.
find "$tmp/moved" -name perflore-mail -exec rm {} +
[ ! -e "$libexec/perflore/perflore-mail" ] || exit 0
status=0
"$tmp/link" parse </dev/null 2>"$tmp/err" || status=$?
grep -q '^perflore: .*/perflore-mail: .* missing' "$tmp/err" && [ $status -eq 3 ] || {
	echo "FAIL without perflore-mail: status $status, and:"
	cat "$tmp/err"
	exit 1
}
"$tmp/link" --help >/dev/null
