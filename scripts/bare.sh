#!/bin/sh
# Starts a package, the .deb, the bundle or the wheel, on a bare system without a GPU: debootstrap makes a root of SUITE once and keeps
# it, and a fresh copy of it gets the package. There the program must render a session to the bytes that it renders to here, and open a
# window under Xvfb with Mesa; a .deb must leave nothing when it is removed. A wheel is installed by pip into an environment beside that
# system's Python, NumPy and pytest, and runs the package's tests, those that fetch what an H200 returned among them. What was seen is
# left in OUT. Needs root, debootstrap and python3.
#   scripts/bare.sh PACKAGE SUITE [OUT [MIRROR]]
set -eu
package=$(readlink -f "$1") suite=$2
cd "$(dirname "$0")/.."
out=${3:-dist/bare-$suite}
base=/var/tmp/texelscope-bare-$suite root=$base.root
case $suite in
  bookworm | trixie | forky | sid) mirror=${4:-http://deb.debian.org/debian} components=main script=sid ;;
  *) mirror=${4:-http://archive.ubuntu.com/ubuntu} components=main,universe script=gutsy ;;
esac

fail() { printf 'texelscope: error: %s\n' "$*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail "scripts/bare.sh needs root, for debootstrap and chroot."
command -v debootstrap >/dev/null || fail "debootstrap is missing; \"apt-get install debootstrap\" installs it."
if [ ! -e "$base/made" ]; then
  rm -rf "$base"
  # By the script that its suites share, since an older debootstrap does not know the newest.
  debootstrap --variant=minbase "--components=$components" "$suite" "$base" "$mirror" "/usr/share/debootstrap/scripts/$script" \
    >"$base.log" 2>&1 || fail "see $base.log"
  touch "$base/made"
fi
rm -rf "$root"
cp -a "$base" "$root"
mkdir -p "$root/check" "$out"

# The program out of the package, here and there; of a wheel its tests.
case $package in
  *.deb)
    here=$root/check/here start=/usr/bin/texelscope
    dpkg-deb --extract "$package" "$here"
    cp "$package" "$root/check/texelscope.deb"
    here=$here/usr/bin/texelscope ;;
  *.tar.*)
    tar -xf "$package" -C "$root/opt"
    start=/opt/$(ls "$root/opt")/texelscope
    here=$root$start ;;
  *.whl)
    start=wheel
    cp "$package" "$root/check/"
    tar -cf - tests/python tests/captures/*.bin docs/python.md app/python/texelscope/*.py assets/sessions assets/notebooks \
      scripts/notebooks.py | tar -C "$root/check" -xf - ;;
  *) fail "$package is neither a .deb, a bundle nor a wheel." ;;
esac
sessions="05-mirror 35-anisotropy 25-cube-net 30-trilinear"
[ "$start" = wheel ] || for session in $sessions; do
  cp "assets/sessions/$session.json" "$root/check/"
  "$here" render "assets/sessions/$session.json" --backend cpu -o "$root/check/$session.here.png" >/dev/null
done
rm -rf "$root/check/here"

cat >"$root/check/run.sh" <<'CHECK'
set -eu
start=$1 sessions=$2
cd /check
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-install-recommends "$@" >>/check/apt.log 2>&1; }
say() { echo "seen: $*"; }

say "$(. /etc/os-release; echo "$PRETTY_NAME"), $(ldd --version | head -n 1)"
say "libstdc++: $(readlink -f "$(/sbin/ldconfig -p | awk '$1 == "libstdc++.so.6" {print $NF; exit}')")"
if [ "$start" = wheel ]; then
  apt-get update -qq
  install python3-venv python3-numpy python3-pytest
  for compiler in cc gcc g++ clang; do
    if command -v "$compiler"; then exit 1; fi
  done
  python3 -m venv --system-site-packages venv
  venv/bin/pip install --quiet --no-index ./texelscope-*.whl
  say "$(venv/bin/python --version), NumPy $(venv/bin/python -c 'import numpy; print(numpy.__version__)'), no compiler"
  say "texelscope $(venv/bin/python -c 'import texelscope; print(texelscope.__version__, texelscope.__file__)')"
  venv/bin/python -m pytest -p no:cacheprovider -rs -s tests/python >tests.log 2>&1 || { cat tests.log; exit 1; }
  sed -n 's/.*\(h200[a-z-]*\.bin: .* differ\)$/seen: \1/p; s/^SKIPPED/seen: &/p; s/^=* \(.*passed.*\) =*$/seen: tests: \1/p' tests.log
  venv/bin/pip uninstall --quiet --yes texelscope
  left=$(find venv -iname '*texelscope*')
  [ -z "$left" ] || { echo "left: $left"; exit 1; }
  say "removed, nothing left"
  exit 0
fi
if [ -e texelscope.deb ]; then
  apt-get update -qq
  install ./texelscope.deb
fi
say "$("$start" --version)"
for session in $sessions; do
  "$start" render "$session.json" --backend cpu -o "$session.there.png" >/dev/null
  cmp "$session.here.png" "$session.there.png"
  say "$session: $(wc -c <"$session.there.png") bytes, equal"
done
"$start" doctor >doctor.txt
# For a window: an X server and Mesa.
apt-get update -qq
install xvfb libgl1-mesa-dri libglx-mesa0 libegl-mesa0
Xvfb :77 -screen 0 1600x900x24 -fbdir /check >xvfb.log 2>&1 &
server=$!
sleep 3
DISPLAY=:77 HOME=/check "$start" --fresh --size 1600x900 35-anisotropy.json >window.log 2>&1 &
window=$!
sleep 15
kill -0 "$window" || { cat window.log; exit 1; }
cp Xvfb_screen0 window.xwd
kill "$window"
wait "$window" || true
kill "$server"
say "a window"
[ -e texelscope.deb ] || exit 0
apt-get purge -y -qq texelscope >>apt.log 2>&1
left=$(find / -xdev -iname '*texelscope*' -not -path '/check/*' -not -path '/proc/*')
[ -z "$left" ] || { echo "left: $left"; exit 1; }
say "removed, nothing left"
CHECK

status=0
unshare --mount --pid --fork --kill-child sh -euc '
  mount -t proc proc "$0/proc"
  mount --rbind /dev "$0/dev"
  cp /etc/resolv.conf "$0/etc/resolv.conf"
  exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 sh /check/run.sh "$1" "$2"
' "$root" "$start" "$sessions" >"$out/seen.txt" 2>&1 || status=$?
cat "$out/seen.txt"
for file in doctor.txt window.log apt.log tests.log 35-anisotropy.there.png; do
  [ ! -e "$root/check/$file" ] || cp "$root/check/$file" "$out/"
done
# The framebuffer as PNG; a blank one has one color.
[ "$status" = 0 ] && [ "$start" != wheel ] && python3 - "$root/check/window.xwd" "$out/window.png" <<'PICTURE'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
header = struct.unpack(">25I", data[:100])
size, width, height, line, colors = header[0], header[4], header[5], header[12], header[19]
start = size + 12 * colors
rows, seen = [], set()
for y in range(height):
    row = data[start + y * line:start + y * line + 4 * width]
    blue, green, red = row[0::4], row[1::4], row[2::4]
    seen.update(zip(red, green, blue))
    rgb = bytearray(3 * width)
    rgb[0::3], rgb[1::3], rgb[2::3] = red, green, blue
    rows.append(b"\0" + bytes(rgb))
def chunk(name, body):
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
open(sys.argv[2], "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
                              + chunk(b"IDAT", zlib.compress(b"".join(rows))) + chunk(b"IEND", b""))
print(f"seen: {len(seen)} colors in the window, {sys.argv[2]}")
sys.exit(len(seen) < 100)
PICTURE
exit "$status"
