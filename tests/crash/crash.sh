#!/bin/sh
# Kills runs over a small generated archive: crash.sh KILLS GENERATE TEST-CRASH ROOT
set -eu
kills=$1 generate=$2 test=$3 root=$4
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

"$generate" --names="$root/corpus/generator/names.tsv" --mails=60 --reports=200 --seed=3 \
	>"$tmp/mbox" 2>/dev/null
# What it leaves when it fails is removed as well.
TMPDIR=$tmp "$test" "$kills" "$tmp/mbox" "$root/tests/migration/2.sql"
