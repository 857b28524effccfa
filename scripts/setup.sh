# For run.sh, test.sh, bundle.sh and deb.sh to include: says what keeps CUDA from working, installs packages, configures, builds.
# $packages: what scripts/packages.sh installs besides what the program needs.
set -eu
called_from=$PWD
cd "$(dirname "$0")/.."

# CMake and the shells that it and the tests start take these for their own in paths.
case $PWD in
  *[][\#\"\'\$\;\\\`]*)
    echo "texelscope: error: the program cannot be built and tested in a folder with any of # [ ] \" ' \$ ; \\ \` in its path; rename or move $PWD." >&2
    exit 1 ;;
esac

jobs=$(nproc 2>/dev/null || echo 2)

say() { printf 'texelscope: warning: %s\n' "$*" >&2; } # something is missing, the build goes on

# 13 for /usr/local/cuda/bin/nvcc of CUDA 13.0; nothing if it is no nvcc.
toolkit_version() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\..*/\1/p'; }

# The first nvcc of CUDA 13 or newer; old_toolkit is set if there are only older ones.
find_toolkit() {
  nvcc='' old_toolkit=''
  for candidate in "${CUDA_PATH:-/usr/local/cuda}/bin/nvcc" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" \
    /usr/local/cuda/bin/nvcc "$(command -v nvcc || true)"; do
    [ -x "$candidate" ] || continue
    version=$(toolkit_version "$candidate")
    [ -n "$version" ] || continue
    if [ "$version" -ge 13 ]; then nvcc=$candidate; return; fi
    old_toolkit=$version
  done
}

nvidia_gpu_present() {
  for device in /sys/bus/pci/devices/*; do
    [ "$(cat "$device/vendor" 2>/dev/null)" = 0x10de ] || continue
    case $(cat "$device/class" 2>/dev/null) in 0x03*) return 0 ;; esac
  done
  [ -e /proc/driver/nvidia/version ] || command -v nvidia-smi >/dev/null
}

# What is in the way of CUDA, each with its cure, before anything long starts.
say_gpu() {
  nvidia_gpu_present || return 0
  driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1) || driver=
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -V | tail -n 1) || capability=
  if [ -z "$driver" ]; then
    say "there is an NVIDIA GPU, but its driver does not answer, so the CPU computes. Install driver 580 or newer" \
      "(Ubuntu: \"sudo ubuntu-drivers install\"; others: https://www.nvidia.com/drivers), then restart."
  elif [ "${driver%%.*}" -lt 580 ] 2>/dev/null; then
    say "the NVIDIA driver is $driver, but CUDA 13 wants 580 or newer, so the CPU computes. Install a newer driver" \
      "(Ubuntu: \"sudo ubuntu-drivers install\"; others: https://www.nvidia.com/drivers), then restart."
  fi
  case $capability in [1-6].* | 7.[0-4])
    say "the GPU's compute capability is $capability, but CUDA 13 wants Turing (7.5) or newer, so the CPU computes." ;;
  esac
  if [ -z "$nvcc" ]; then
    say "there is an NVIDIA GPU, but no CUDA Toolkit 13${old_toolkit:+ (only version $old_toolkit)}, so the program is" \
      "built without CUDA. Install it from https://developer.nvidia.com/cuda-downloads and run this again;" \
      "/usr/local/cuda is found by itself."
  fi
}

# The tests want packages of their own: what builds the program alone leaves them out, unless the build folder has them already.
program_alone() { [ -e build/release/CMakeCache.txt ] || echo -DTEXELSCOPE_TESTS=OFF; }

# configure BUILD_FOLDER PRESET [CMAKE ARGUMENTS]
configure() {
  folder=$1 preset=$2
  shift 2
  if [ -n "$nvcc" ]; then set -- -DTEXELSCOPE_CUDA=AUTO "-DCMAKE_CUDA_COMPILER=$nvcc" "$@"
  else set -- -DTEXELSCOPE_CUDA=OFF "$@"; fi
  # CMake keeps its first answer about a language: a toolkit that came or went needs a fresh one.
  if [ "$(cat "$folder/.toolkit" 2>/dev/null)" != "nvcc=$nvcc" ]; then rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles"; fi
  log=$(mktemp)
  if ! cmake --preset "$preset" -B "$folder" "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
  echo "nvcc=$nvcc" >"$folder/.toolkit"
}

# For packages: every GPU from Turing on, not this machine's alone. DT_RPATH, so that libraries find each other too.
configure_package() {
  configure build/package release -DTEXELSCOPE_TESTS=OFF -DTEXELSCOPE_BENCH=OFF \
    "-DCMAKE_CUDA_ARCHITECTURES=75-real;80-real;86-real;89-real;90-real;100-real;120" \
    -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags "$@"
}

find_toolkit
say_gpu
sh scripts/packages.sh ${packages:-}
