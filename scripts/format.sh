#!/bin/sh
# Formats every source by .clang-format; with --check it changes nothing, prints what would change and ends with 1.
# Versions of clang-format differ in what they make of the same file: where Debian 12's is missing, it ends with 77.
set -eu
cd "$(dirname "$0")/.."

wanted=14
tool=
for candidate in clang-format-$wanted clang-format; do
  if "$candidate" --version 2>/dev/null | grep -q "version $wanted\."; then tool=$candidate; break; fi
done
if [ -z "$tool" ]; then
  echo "texelscope: warning: clang-format $wanted is missing; nothing is formatted or checked" >&2
  exit 77
fi

how=-i
[ "${1:-}" = --check ] && how='--dry-run -Werror'
find app include kernels tests ui -name '*.cpp' -o -name '*.h' -o -name '*.cu' -o -name '*.cuh' | sort |
  xargs -P "$(nproc 2>/dev/null || echo 2)" -n 50 "$tool" $how --style=file
