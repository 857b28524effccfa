#!/bin/sh
# Leaves what a release page shows in dist/release-VERSION: the bundle, the packages for Debian, the wheel, the pages for browsers, their
# SHA256SUMS, and notes.md, which has CHANGELOG.md's section of this version and what each file needs. The bundle, the packages and the
# wheel are of one build, with CUDA 12.4, whose programs run with drivers from 525 on. Refuses a work tree with changes, and a version that
# is not that of the tag, of CMakeLists.txt, of CHANGELOG.md and of the metadata. Build it on Debian 12, as scripts/bundle.sh says.
#   scripts/release.sh [--cuda TOOLKIT] [--notes]
# --cuda: the toolkit's folder; by default $CUDA_PATH, /usr/local/cuda-12.4, /opt/cuda-12.4 or that of nvcc on PATH.
# --notes: prints the notes, and builds nothing.
set -eu
wanted=12.4 given='' notes_only=''
fail() { printf 'texelscope: error: %s\n' "$*" >&2; exit 1; }
while [ $# -gt 0 ]; do
  case $1 in
    --cuda)
      case ${2:--} in -*) fail "--cuda wants the toolkit's folder." ;; esac
      given=$(readlink -m "$2")
      shift 2 ;;
    --notes) notes_only=yes; shift ;;
    *) fail "unexpected argument \"$1\"; scripts/release.sh [--cuda TOOLKIT] [--notes]" ;;
  esac
done
cd "$(dirname "$0")/.."

version=$(sed -n 's/^project(texelscope VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
[ -n "$version" ] || fail "CMakeLists.txt has no version."

# What is released is what everybody can fetch by the tag.
[ -z "$(git status --porcelain)" ] || fail "the work tree has changes that are not committed; \"git status\" lists them."
git tag --points-at HEAD | grep -qxF "v$version" || fail "CMakeLists.txt has version $version, but HEAD has no tag v$version."
heading=$(grep -m 1 '^## ' CHANGELOG.md) || heading=
case $heading in
  "## $version" | "## $version, "[0-9]*) ;;
  "## $version, unreleased") fail "CHANGELOG.md says that $version is unreleased; put its date there." ;;
  *) fail "CMakeLists.txt has version $version, but CHANGELOG.md begins with \"$heading\"." ;;
esac
grep -q "<release version=\"$version\" " packaging/texelscope.metainfo.xml ||
  fail "packaging/texelscope.metainfo.xml has no release $version."

# section FILE HEADING: what is below that heading, up to the next one of its kind.
section() { awk -v heading="$2" '/^## / {inside = $0 == heading; next} inside' "$1" | sed -e '/./,$!d'; }
changes=$(section CHANGELOG.md "$heading")
[ -n "$changes" ] || fail "CHANGELOG.md says nothing of $version."
needs=$(section docs/install.md "## What each package needs")
[ -n "$needs" ] || fail "docs/install.md has no section \"What each package needs\"."

# toolkit_of FOLDER: its version
toolkit_of() { "$1/bin/nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\.[0-9]*\).*/\1/p'; }
toolkit=
if [ -n "$given" ]; then
  found=$(toolkit_of "$given")
  [ "$found" = "$wanted" ] || fail "releases are built with CUDA $wanted, and in $given is ${found:-no nvcc}."
  toolkit=$given
else
  nvcc=$(command -v nvcc) || nvcc=
  for folder in "${CUDA_PATH:-}" "/usr/local/cuda-$wanted" "/opt/cuda-$wanted" "${nvcc%/bin/nvcc}"; do
    if [ -n "$folder" ] && [ "$(toolkit_of "$folder")" = "$wanted" ]; then toolkit=$folder; break; fi
  done
  [ -n "$toolkit" ] || fail "no CUDA Toolkit $wanted is found; name its folder: --cuda TOOLKIT."
fi

notes() {
  printf '# Texelscope %s\n\n%s\n\n## What each file needs\n\n%s\n\n' "$version" "$changes" "$needs"
  printf 'The bundle and the packages for Debian were built with CUDA %s. `sha256sum -c SHA256SUMS` checks what was loaded.\n' "$wanted"
}
if [ -n "$notes_only" ]; then notes; exit 0; fi

printf 'Texelscope %s, built with CUDA %s of %s\n' "$version" "$wanted" "$toolkit" >&2
export CUDA_PATH="$toolkit"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) # of all that the archives hold
export SOURCE_DATE_EPOCH
out=dist/release-$version
rm -rf "$out" dist/web dist/*.deb
mkdir -p "$out"
scripts/web.sh >&2
[ -e dist/web/notebook.js ] || fail "scripts/web.sh left no dist/web/notebook.js, which the wheel holds."
bundle=$(scripts/bundle.sh | tail -n 1)
scripts/deb.sh >&2
wheel=$(scripts/pack_wheel.py build/package/app/c/libtexelscope.so.1 dist | tail -n 1)
mv "$bundle" dist/*.deb "$wheel" "$out/"
pages=texelscope-$version-pages
tar -C dist --transform="s,^web,$pages," --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u=rwX "--mtime=@$SOURCE_DATE_EPOCH" \
  -cf - web | xz -9e -T1 >"$out/$pages.tar.xz"
notes >"$out/notes.md"
(cd "$out" && sha256sum $(ls | LC_ALL=C sort | grep -vx SHA256SUMS) >../SHA256SUMS && mv ../SHA256SUMS .)
ls "$out"/*
