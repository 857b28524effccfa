#!/bin/sh
# The corpora of the fuzzer: an archive for each target, tests/fuzz/corpus/TARGET.tar. The same files make the same archive, by the same tar.
#   scripts/corpus.sh add ARCHIVE FILE [NAME]    adds a file, as NAME if it is given
#   scripts/corpus.sh unpack ARCHIVE FOLDER      puts its files into the folder
#   scripts/corpus.sh pack ARCHIVE FOLDER        makes it of the files in the folder
set -eu

unpack() {
  mkdir -p "$2"
  tar -xf "$1" -C "$2"
}

pack() {
  (cd "$2" && LC_ALL=C find . -type f -printf '%P\n' | LC_ALL=C sort) |
    tar -cf "$1" -C "$2" --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r --verbatim-files-from -T -
}

add() {
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  [ ! -e "$1" ] || unpack "$1" "$folder"
  cp "$2" "$folder/${3:-$(basename "$2")}"
  pack "$1" "$folder"
}

case ${1:-}:$# in
  add:3 | add:4 | unpack:3 | pack:3) "$@" ;;
  *) sed -n '2,5s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
