#!/bin/sh
# Installs the packages that a build and its tests need, only those that are missing. Debian 12 and 13, Ubuntu 24.04.
# "packages.sh bundle" installs those that scripts/bundle.sh needs besides, "packages.sh web" those that the pages for browsers need,
# "packages.sh web-tests" those of their tests.
# TEXELSCOPE_PACKAGES=skip installs nothing: they are there in another way.
set -eu
[ "${TEXELSCOPE_PACKAGES:-}" = skip ] && exit 0

build="g++ cmake ninja-build pkg-config python3 python3-glad
  libimgui-dev libstb-dev libglfw3-dev libegl-dev libgl-dev libpng-dev zlib1g-dev libjpeg-dev libopenexr-dev libcli11-dev
  nlohmann-json3-dev libfmt-dev libtbb-dev libhwy-dev libgtest-dev libbenchmark-dev
  python3-dev pybind11-dev python3-numpy python3-setuptools python3-wheel python3-pip"
# OpenGL and EGL through glvnd, Mesa for machines with no GPU, and what GLFW opens at run time.
run="fonts-dejavu-core libgl1 libegl1 libgl1-mesa-dri libegl-mesa0 libglx-mesa0
  libxcursor1 libxi6 libxinerama1 libxrandr2 libxrender1 libxxf86vm1 libx11-xcb1"
tests="python3-pytest python3-venv clang-format fonts-wqy-microhei libx11-dev openmpi-bin xvfb xdotool xauth x11-xserver-utils
  zsh fish mandoc desktop-file-utils appstream shared-mime-info libglib2.0-bin lintian dpkg-dev"

# Node of another source than the distribution is as good, and does not go with the distribution's npm.
node=
command -v node >/dev/null || node=nodejs
case ${1:-} in
  bundle) build="libstdc++-$(g++ -dumpversion)-pic binutils xz-utils" run= tests= ;;
  web) build="emscripten $node cmake ninja-build libhwy-dev libfmt-dev nlohmann-json3-dev libimgui-dev" run= tests= ;;
  web-tests)
    build=$node run= tests="chromium fonts-wqy-microhei"
    command -v npm >/dev/null || build="$build npm" ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "texelscope: warning: this is neither Debian nor Ubuntu; install what corresponds to:" $build $run $tests >&2
  exit 0
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' | awk '$2 == "installed" {print $1}')
missing=
for package in $build $run $tests; do
  printf '%s\n' "$installed" | grep -qx "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then as_root=
elif command -v sudo >/dev/null; then as_root=sudo
else
  echo "texelscope: error: these packages are missing, and there is neither root nor sudo to install them:$missing" >&2
  exit 1
fi
echo "Installing:$missing"
$as_root apt-get update -qq
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
