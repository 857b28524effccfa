#!/bin/sh
# Installs the packages that are missing for building and running the program on Debian 12, Debian 13 and Ubuntu 24.04, and those for
#   python     the Python package
#   tests      the tests, the Python package among them
#   deb        scripts/deb.sh
#   cuda       the CUDA Toolkit, of distributions whose nvidia-cuda-toolkit is 12.4 or newer
# if that is named. "bundle" installs what scripts/bundle.sh needs besides, "web" what the pages for browsers need, "web-tests" what
# their tests need.
# TEXELSCOPE_PACKAGES=skip installs nothing: they are there in another way.
set -eu
[ "${TEXELSCOPE_PACKAGES:-}" = skip ] && exit 0

build="g++ cmake ninja-build pkg-config python3 python3-glad
  libimgui-dev libstb-dev libglfw3-dev libegl-dev libgl-dev libpng-dev zlib1g-dev libjpeg-dev libopenexr-dev libtiff-dev libcli11-dev
  nlohmann-json3-dev libfmt-dev libtbb-dev libhwy-dev liblz4-dev libzstd-dev"
# OpenGL and EGL through glvnd, Mesa for machines with no GPU, and what GLFW opens at run time.
run="fonts-dejavu-core libgl1 libegl1 libgl1-mesa-dri libegl-mesa0 libglx-mesa0
  libxcursor1 libxi6 libxinerama1 libxrandr2 libxrender1 libxxf86vm1 libx11-xcb1"
python="python3-numpy python3-pip"
tests="libgtest-dev libbenchmark-dev python3-pytest python3-venv clang-format fonts-wqy-microhei libx11-dev libxtst-dev openmpi-bin xvfb
  xauth x11-xserver-utils zsh fish mandoc desktop-file-utils appstream shared-mime-info libglib2.0-bin lintian dpkg-dev"

# Node of another source than the distribution is as good, and does not go with the distribution's npm.
node=
command -v node >/dev/null || node=nodejs
case ${1:-} in
  '') wanted="$build $run" ;;
  python) wanted="$build $run $python" ;;
  tests) wanted="$build $run $python $tests" ;;
  deb) wanted="$build $run dpkg-dev" ;;
  cuda) wanted=nvidia-cuda-toolkit ;; # it brings CUPTI and NVRTC
  bundle) wanted="libstdc++-$(g++ -dumpversion)-pic binutils xz-utils" ;;
  web) wanted="emscripten $node cmake ninja-build libhwy-dev libfmt-dev nlohmann-json3-dev libimgui-dev" ;;
  web-tests)
    wanted="$node chromium fonts-wqy-microhei"
    command -v npm >/dev/null || wanted="$wanted npm" ;;
  *) echo "texelscope: error: scripts/packages.sh knows no packages for \"$1\"." >&2; exit 2 ;;
esac

if ! command -v dpkg-query >/dev/null; then
  echo "texelscope: warning: this is neither Debian nor Ubuntu; install what corresponds to:" $wanted >&2
  exit 0
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' | awk '$2 == "installed" {print $1}')
missing=
for package in $wanted; do
  printf '%s\n' "$installed" | grep -qx "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then as_root=
elif command -v sudo >/dev/null; then as_root=sudo
else
  echo "texelscope: error: these packages are missing, and there is neither root nor sudo to install them:$missing" >&2
  exit 1
fi

# Waits while another program installs packages, as a machine does by itself soon after it has started.
minutes=20
apt_get() {
  tries=0
  until said=$($as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 apt-get -qq "$@" 2>&1 >/dev/null); do
    case $said in
      *"Could not get lock"*) ;;
      *) printf '%s\n' "$said" >&2; exit 1 ;;
    esac
    if [ $tries = $((minutes * 12)) ]; then
      echo "texelscope: error: another program has been installing packages for $minutes minutes; run this again when it has ended." >&2
      exit 1
    fi
    [ $tries != 0 ] || echo "texelscope: warning: another program is installing packages; waiting for it to end." >&2
    tries=$((tries + 1))
    sleep 5
  done
}
echo "Installing:$missing"
apt_get update
apt_get install -y --no-install-recommends $missing
