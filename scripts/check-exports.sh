#!/bin/sh
# Random states as CUDA programs, compiled: check-exports.sh BUILD FOLDER [COUNT [SEED [ARCH]]]
# Then, on a machine with a GPU:
#   TEXELSCOPE_EXPORTS=FOLDER BUILD/tests/device/texelscope_device_tests --gtest_filter='ExportedPrograms.*'
set -eu
build=$1 folder=$2 count=${3:-40} seed=${4:-1} arch=${5:-native}
cuda=${CUDA_PATH:-/usr/local/cuda}
"$build/tests/device/texelscope_export_programs" "$folder" "$count" "$seed"
for source in "$folder"/*.cu; do
  "$cuda/bin/nvcc" -arch="$arch" -cudart static -o "${source%.cu}.out" "$source"
done
for source in $(ls "$folder"/*.driver.cpp | head -n 8); do # they need libnvrtc where they run
  g++ -I"$cuda/include" "$source" -L"$cuda/lib64/stubs" -L"$cuda/lib64" -Wl,-rpath,'$ORIGIN' -lcuda -lnvrtc -o "${source%.cpp}.out"
done
