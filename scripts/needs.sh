#!/bin/sh
# Prints what programs and libraries need of the C and C++ runtimes, and ends with 1 if that is more than Red Hat Enterprise
# Linux 9 has, the oldest system that the bundle is for: glibc 2.34 and the runtimes of GCC 11.
#   scripts/needs.sh FILE...
set -eu
[ $# -gt 0 ] || { echo "texelscope: error: Name the files: scripts/needs.sh FILE..." >&2; exit 2; }

for file in "$@"; do
  [ -f "$file" ] || { echo "texelscope: error: $file is missing." >&2; exit 2; }
  symbols=$(objdump -T "$file") || exit 2
  printf '%s\n' "$symbols" | awk -v file="$(basename "$file")" '$0 ~ /\*UND\*/ && match($0, /\((GLIBC|GLIBCXX|CXXABI|GCC)_[0-9.]+\)/) {
    split(substr($0, RSTART + 1, RLENGTH - 2), version, "_"); print version[1], version[2], $NF, file }'
done | sort -k1,1 -k2,2V | awk '
  function above(a, b,   i, n, x, y) {
    n = split(a, x, "."); split(b, y, ".")
    for (i = 1; i <= n; ++i) if (x[i] + 0 != y[i] + 0) return x[i] + 0 > y[i] + 0
    return 0
  }
  BEGIN { has["GLIBC"] = "2.34"; has["GLIBCXX"] = "3.4.29"; has["CXXABI"] = "1.3.13"; has["GCC"] = "7.0.0" }
  above($2, has[$1]) { print $4 " needs " $3 " of " $1 "_" $2; failed = 1 }
  { most[$1] = $2 }
  END {
    for (name in most) line = line " " name "_" most[name]
    print "needed:" line
    if (most["GLIBC"] == "") { print "texelscope: error: No symbol of glibc was found." | "cat 1>&2"; failed = 1 }
    exit failed
  }'
