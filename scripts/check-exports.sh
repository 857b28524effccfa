#!/bin/sh
# Random states as programs for CUDA, compiled, and in Python: check-exports.sh BUILD FOLDER [COUNT [SEED [ARCH]]]
# Then, on a machine with a GPU:
#   TEXELSCOPE_EXPORTS=FOLDER BUILD/tests/device/texelscope_device_tests --gtest_filter='ExportedPrograms.*'
# with TEXELSCOPE_PYTHON_MODULES='numpy cupy cuda_core', as far as python3 has the modules (numpy: texelscope).
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
