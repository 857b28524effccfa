#!/bin/sh
# Checks every source except CUDA's by .clang-tidy, in about ten minutes on two cores; ends with 1 if something is found.
#   scripts/tidy.sh [PATTERN]    only what is compiled from a path that matches, such as kernels/unit/resolve
packages=tests
. "$(dirname "$0")/setup.sh"

wanted=14 # versions differ in what they check
tool=
for candidate in clang-tidy-$wanted clang-tidy; do
  if "$candidate" --version 2>/dev/null | grep -q "version $wanted\."; then tool=$candidate; break; fi
done
if [ -z "$tool" ]; then
  echo "texelscope: error: clang-tidy $wanted is missing; \"apt-get install clang-tidy-$wanted\" installs it on Debian 12." >&2
  exit 1
fi

# Clang cannot read the precompiled headers of GCC, but needs the headers that the build writes.
configure build/tidy release -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
cmake --build build/tidy --target texelscope_glad kernels/machines/embedded/rtc_headers.inc >/dev/null

# Standard error only counts the warnings of other libraries' headers.
sed -n 's/.*"file": "\(.*\.c[px][px]\)".*/\1/p' build/tidy/compile_commands.json | grep "${1:-.}" |
  xargs -P "$jobs" -n 1 "$tool" --quiet -p build/tidy 2>/dev/null || exit 1
