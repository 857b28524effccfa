#!/bin/sh
# Makes dist/texelscope-VERSION-linux-ARCH.tar.gz, which runs on a bare Ubuntu 24.04 with only the NVIDIA driver: no root,
# no packages. Build it on Debian 12 or Ubuntu 24.04.
. "$(dirname "$0")/setup.sh"

# Every GPU from Turing on, not this machine's alone; libraries beside the program before the system's.
configure build/bundle release -DTEXELSCOPE_TESTS=OFF -DTEXELSCOPE_BENCH=OFF \
  "-DCMAKE_CUDA_ARCHITECTURES=75-real;80-real;86-real;89-real;90-real;100-real;120" \
  "-DCMAKE_EXE_LINKER_FLAGS=-Wl,-rpath,'\$ORIGIN/../lib',--disable-new-dtags"
cmake --build build/bundle --target texelscope --parallel "$jobs" >&2

program=build/bundle/texelscope
name=texelscope-$("$program" --version | cut -d' ' -f2)-linux-$(uname -m)
stage=dist/$name
rm -rf "$stage"
mkdir -p "$stage/bin" "$stage/lib" "$stage/lib/glvnd" "$stage/share/texelscope/fonts" "$stage/licences"
cp "$program" "$stage/bin/"
strip "$stage/bin/texelscope"
if [ -e build/bundle/libtexelscope_trace.so ]; then
  mkdir -p "$stage/lib/texelscope"
  cp build/bundle/libtexelscope_trace.so "$stage/lib/texelscope/"
  strip --strip-unneeded "$stage/lib/texelscope/libtexelscope_trace.so"
fi

# Of the C and C++ runtimes the system's are newer or equal; OpenGL is the driver's.
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
for opened in libXxf86vm.so.1 libXi.so.6 libXrandr.so.2 libXcursor.so.1 libXinerama.so.1 libX11-xcb.so.1 libXrender.so.1; do
  found=$(library_path "$opened")
  if [ -n "$found" ]; then take "$found" "$stage/lib" && take_needed "$found"; fi
done
# Only for a system with no libglvnd; the driver's own libraries stay the driver's.
for dispatcher in libGL.so.1 libGLX.so.0 libEGL.so.1 libGLdispatch.so.0 libOpenGL.so.0; do
  found=$(library_path "$dispatcher")
  if [ -n "$found" ]; then take "$found" "$stage/lib/glvnd"; fi
done

cp -r assets/. "$stage/share/texelscope/"
# What `texelscope export --as html` fills; ./scripts/web.sh makes it.
if [ -e dist/web/explorer.html ]; then
  mkdir -p "$stage/share/texelscope/web"
  cp dist/web/explorer.html "$stage/share/texelscope/web/"
fi
for font in DejaVuSans.ttf DejaVuSans-Bold.ttf DejaVuSansMono.ttf; do
  cp "/usr/share/fonts/truetype/dejavu/$font" "$stage/share/texelscope/fonts/"
done
cp /usr/share/doc/fonts-dejavu-core/copyright "$stage/share/texelscope/fonts/LICENCE-DejaVu"
for header_only in libimgui-dev libcli11-dev nlohmann-json3-dev; do
  cp -L "/usr/share/doc/$header_only/copyright" "$stage/licences/$header_only"
done
cp LICENSE README.md "$stage/"

cat >"$stage/texelscope" <<'LAUNCHER'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
# The driver brings libglvnd; where it did not, the copy here finds the driver.
if ! /sbin/ldconfig -p 2>/dev/null | grep -q 'libEGL\.so\.1'; then
  LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$here/lib/glvnd"
  export LD_LIBRARY_PATH
fi
exec "$here/bin/texelscope" "$@"
LAUNCHER
chmod +x "$stage/texelscope"

tar -C dist -czf "dist/$name.tar.gz" "$name"
rm -rf "$stage"
echo "dist/$name.tar.gz"
