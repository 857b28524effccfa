#!/bin/sh
# Starts the program of the bundle, with libraries of lib/cxx and lib/glvnd only where the system lacks its own.
here=$(dirname "$(readlink -f "$0")")
add() {
  # `texelscope trace` starts programs with the caller's path.
  [ -n "${TEXELSCOPE_CALLERS_LIBRARY_PATH+set}" ] || export TEXELSCOPE_CALLERS_LIBRARY_PATH="${LD_LIBRARY_PATH-}"
  export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib/$1"
}

libraries=$(/sbin/ldconfig -p 2>/dev/null)
# The C++ runtime of GCC 11 or newer; libraries of the other word size have no 64 in their kind.
runtime=$(printf '%s\n' "$libraries" | sed -n 's/^[[:space:]]*libstdc++\.so\.6 (libc6,[^)]*64[^)]*) => //p' | head -n 1)
{ [ -n "$runtime" ] && grep -q 'GLIBCXX_3\.4\.29' "$runtime"; } || add cxx
# The driver brings libglvnd; where it did not, the copy here finds the driver.
case $libraries in *libEGL.so.1*) ;; *) add glvnd ;; esac
exec "$here/bin/texelscope" "$@"
