#!/bin/sh
# Runs COMMAND where no CUDA Toolkit can be found: nvcc, NVRTC, CUDA's headers and libraries are hidden from it and from what it starts,
# and from nothing else. Needs root or user namespaces, and ends with 77 where there are neither.
#   scripts/without_toolkit.sh COMMAND...
set -eu
[ $# -gt 0 ] || { sed -n '2,4s/^# \{0,1\}//p' "$0" >&2; exit 2; }

# Where the scripts, CMake, the program and its loader look.
found() {
  for folder in "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda /usr/local/cuda-*; do
    for file in "$folder/bin/nvcc" "$folder/include/cuda.h" "$folder"/lib*/libnvrtc.so*; do readlink -e "$file" || true; done
  done
  readlink -e "$(command -v nvcc)" || true
  /sbin/ldconfig -p | sed -n 's/.*libnvrtc.* => //p' | while read -r file; do readlink -e "$file" || true; done
}

if [ "${TEXELSCOPE_HIDING:-}" != yes ]; then
  for rights in '' --map-root-user; do
    if unshare --mount $rights true 2>/dev/null; then TEXELSCOPE_HIDING=yes exec unshare --mount $rights "$0" "$@"; fi
  done
  echo "texelscope: warning: the CUDA Toolkit cannot be hidden, as there are neither root nor user namespaces" >&2
  exit 77
fi

# An empty folder lies over a toolkit that has one of its own, an empty file over each file of one that lies among others. What is
# hidden may uncover another on PATH.
while
  seen=
  for file in $(found); do
    [ -s "$file" ] || continue
    seen=$file
    toolkit=$(dirname "$(dirname "$file")")
    case $toolkit in */targets/*) toolkit=${toolkit%/targets/*} ;; esac
    if [ -d "$toolkit/nvvm" ]; then mount -t tmpfs none "$toolkit"
    else mount --bind /dev/null "$file"
    fi
  done
  [ -n "$seen" ]
do
  if [ -s "$seen" ]; then echo "texelscope: error: $seen cannot be hidden." >&2; exit 1; fi
done
unset TEXELSCOPE_HIDING
exec "$@"
