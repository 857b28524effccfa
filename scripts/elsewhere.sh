#!/bin/sh
# Builds and tests on another Debian or Ubuntu than this one, without a GPU: debootstrap makes a root in FOLDER the first
# time (by the script that its suites share, since an older debootstrap does not know the newest), and scripts/test.sh runs
# in it on a copy of what git tracks. Needs root, debootstrap and git.
#   scripts/elsewhere.sh [SUITE [FOLDER [MIRROR]]]
set -eu
cd "$(dirname "$0")/.."
suite=${1:-trixie}
folder=${2:-/var/tmp/texelscope-$suite}
case $suite in
  bookworm | trixie | forky | sid) mirror=${3:-http://deb.debian.org/debian} components=main script=sid ;;
  *) mirror=${3:-http://archive.ubuntu.com/ubuntu} components=main,universe script=gutsy ;;
esac

fail() { printf 'texelscope: error: %s\n' "$*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail "scripts/elsewhere.sh needs root, for debootstrap and chroot."
command -v debootstrap >/dev/null || fail "debootstrap is missing; \"apt-get install debootstrap\" installs it."

if [ ! -e "$folder/made" ]; then
  [ ! -e "$folder" ] || fail "$folder exists, but no complete root is in it; remove it first."
  debootstrap --variant=minbase "--components=$components" "$suite" "$folder" "$mirror" "/usr/share/debootstrap/scripts/$script" >&2
  touch "$folder/made"
fi

# The build folder stays, and a file that is the same keeps its time, so that a second run builds what changed and no less.
source=$folder/texelscope new=$folder/texelscope.new
rm -rf "$new"
mkdir -p "$source" "$new"
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- -cf - | tar -C "$new" -xpmf -
(cd "$new" && find . -type f) | while read -r file; do
  if cmp -s "$new/$file" "$source/$file"; then touch -r "$source/$file" "$new/$file"; fi
done
if [ -d "$source/build" ]; then mv "$source/build" "$new/build"; fi
rm -rf "$source"
mv "$new" "$source"

# Mounts and processes end with the namespace.
exec unshare --mount --pid --fork --kill-child sh -euc '
  mount -t proc proc "$0/proc"
  mount --rbind /dev "$0/dev"
  cp /etc/resolv.conf "$0/etc/resolv.conf"
  mkdir -p "$0/tmp/.X11-unix"
  exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 /texelscope/scripts/test.sh
' "$folder"
