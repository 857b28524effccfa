#!/bin/sh
# Makes dist/texelscope-VERSION-linux-ARCH.tar.xz, which runs without root and without packages on any x86-64 Linux that has
# glibc 2.34: RHEL 9, Debian 12, Ubuntu 22.04 and what is newer. Build it on Debian 12: on a newer system it needs the newer
# glibc, and says so.
. "$(dirname "$0")/setup.sh"
sh scripts/packages.sh bundle

# Libraries beside the program come before the system's.
configure_package "-DCMAKE_INSTALL_RPATH=\$ORIGIN/../lib"
cmake --build build/package --target texelscope shell_files --parallel "$jobs" >&2

program=build/package/texelscope
name=texelscope-$("$program" --version | cut -d' ' -f2)-linux-$(uname -m)
stage=dist/$name
rm -rf "$stage"
mkdir -p "$stage/lib/glvnd" "$stage/share/texelscope/fonts" "$stage/licences"
cmake --install build/package --component program --prefix "$stage" --strip >/dev/null

# The C and C++ runtimes are the system's: drivers of a newer system need its newer ones. OpenGL is the driver's.
is_system() {
  case $1 in
    libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | ld-linux* | linux-vdso* | libstdc++.so.* | libgcc_s.so.*) return 0 ;;
    libGL*.so.* | libEGL*.so.* | libOpenGL.so.* | libcuda.so.*) return 0 ;;
  esac
  return 1
}

library_path() { ldconfig -p | awk -v so="$1" '$1 == so && /x86-64|AArch64/ {print $NF; exit}'; }

licence_of() {
  package=$(dpkg -S "$(readlink -f "$1")" 2>/dev/null | head -n 1 | cut -d: -f1)
  [ -n "$package" ] || package=$(dpkg -S "*/$(basename "$(readlink -f "$1")")" 2>/dev/null | head -n 1 | cut -d: -f1)
  if [ -n "$package" ] && [ -f "/usr/share/doc/$package/copyright" ]; then
    cp -L "/usr/share/doc/$package/copyright" "$stage/licences/$package"
  fi
}

# take FILE FOLDER
take() {
  [ ! -e "$2/$(basename "$1")" ] || return 0
  cp -L "$1" "$2/"
  licence_of "$1"
}
# take_needed FILE: what it is linked with.
take_needed() {
  for needed in $(ldd "$1" | awk '$3 ~ /^\// {print $3}'); do
    is_system "$(basename "$needed")" || take "$needed" "$stage/lib"
  done
}

take_needed "$program"
# Opened by name: what TBB takes its memory from, without which its threads end the program where there is none left; and by GLFW.
for opened in libtbbmalloc.so.2 libXxf86vm.so.1 libXi.so.6 libXrandr.so.2 libXcursor.so.1 libXinerama.so.1 libX11-xcb.so.1 libXrender.so.1; do
  found=$(library_path "$opened")
  if [ -n "$found" ]; then take "$found" "$stage/lib" && take_needed "$found"; fi
done
# Only for a system with no libglvnd; the driver's own libraries stay the driver's.
for dispatcher in libGL.so.1 libGLX.so.0 libEGL.so.1 libGLdispatch.so.0 libOpenGL.so.0; do
  found=$(library_path "$dispatcher")
  if [ -n "$found" ]; then take "$found" "$stage/lib/glvnd"; fi
done

# For a system whose C++ runtime is missing or older than GCC 11's: Debian's, linked anew with an arc4random() of its own, since as
# Debian links it, it needs the one of glibc 2.36. Of libgcc_s it needs nothing that any glibc 2.34 comes without.
pic=$(dirname "$(g++ -print-file-name=libstdc++_pic.a)")
mkdir "$stage/lib/cxx"
g++ -shared -nodefaultlibs -s -o "$stage/lib/cxx/libstdc++.so.6" -Wl,-soname,libstdc++.so.6 -Wl,-z,relro \
  "-Wl,--version-script=$pic/libstdc++_pic.map" -Wl,--whole-archive "$pic/libstdc++_pic.a" -Wl,--no-whole-archive \
  -x c packaging/arc4random.c -x none -lm -lc -lgcc_s
licence_of "$(library_path libstdc++.so.6)"

for font in DejaVuSans.ttf DejaVuSans-Bold.ttf DejaVuSansMono.ttf; do
  cp "/usr/share/fonts/truetype/dejavu/$font" "$stage/share/texelscope/fonts/"
done
cp /usr/share/doc/fonts-dejavu-core/copyright "$stage/share/texelscope/fonts/LICENCE-DejaVu"
for header_only in libimgui-dev libcli11-dev nlohmann-json3-dev; do
  cp -L "/usr/share/doc/$header_only/copyright" "$stage/licences/$header_only"
done
cp LICENSE README.md "$stage/"

install -m 755 packaging/launcher.sh "$stage/texelscope"

scripts/needs.sh "$stage/bin/texelscope" $(find "$stage/lib" -name '*.so*') >&2 ||
  say "built on this system, the bundle does not start on RHEL 9, nor on others as old."

# The same files give the same bytes.
when=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
tar -C dist --sort=name --owner=0 --group=0 --numeric-owner "--mtime=@$when" -cf - "$name" | xz -9e -T1 >"dist/$name.tar.xz"
rm -rf "$stage"
echo "dist/$name.tar.xz"
