#!/bin/sh
# Makes texelscope_VERSION_ARCH.deb, libtexelscope1_VERSION_ARCH.deb and libtexelscope-dev_VERSION_ARCH.deb in dist/ for the Debian or
# Ubuntu that it runs on.
packages=deb
. "$(dirname "$0")/setup.sh"

configure_package -DCMAKE_INSTALL_RPATH=
cmake --build build/package --parallel "$jobs" >&2
mkdir -p dist
(cd build/package && cpack -G DEB -B packages) >&2
mv build/package/packages/*.deb dist/
ls dist/*.deb
