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
fail() { printf 'texelscope: error: %s\n' "$*" >&2; exit 1; }

oldest_toolkit=12.4 # TEXELSCOPE_OLDEST_CUDA of cmake/Cuda.cmake

# 12.4 for an nvcc of CUDA 12.4; nothing if it is no nvcc.
toolkit_version() { "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\.[0-9]*\).*/\1/p'; }

# at_least VERSION MINIMUM, of numbers with dots
at_least() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# The driver that runs what a toolkit of this version makes. Within CUDA 12 an older driver runs newer machine code, which the
# program has of this machine's GPU; PTX alone would want the toolkit's own driver (550 for 12.4).
driver_for() { if at_least "$1" 13.0; then echo 580; else echo 525; fi; }

# The driver's version, empty if there is none or it does not answer.
find_driver() {
  driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null | head -n 1) || driver=
}

# The first nvcc of CUDA 12.4 or newer, of those that the driver is new enough for if there are some; old_toolkit is set if there
# are only older ones.
find_toolkit() {
  nvcc='' toolkit='' old_toolkit=''
  for candidate in "${CUDA_PATH:-/usr/local/cuda}/bin/nvcc" "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" \
    /usr/local/cuda/bin/nvcc "$(command -v nvcc || true)"; do
    [ -x "$candidate" ] || continue
    version=$(toolkit_version "$candidate")
    [ -n "$version" ] || continue
    if ! at_least "$version" "$oldest_toolkit"; then old_toolkit=$version; continue; fi
    [ -n "$nvcc" ] || { nvcc=$candidate toolkit=$version; }
    if [ -z "$driver" ] || at_least "$driver" "$(driver_for "$version")"; then nvcc=$candidate toolkit=$version; return 0; fi
  done
}

nvidia_gpu_present() {
  for device in /sys/bus/pci/devices/*; do
    [ "$(cat "$device/vendor" 2>/dev/null)" = 0x10de ] || continue
    case $(cat "$device/class" 2>/dev/null) in 0x03*) return 0 ;; esac
  done
  [ -e /proc/driver/nvidia/version ] || command -v nvidia-smi >/dev/null
}

# "12.4" if the distribution has a package nvidia-cuda-toolkit of that version, else nothing.
packaged_toolkit() {
  apt-cache policy nvidia-cuda-toolkit 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9][0-9]*\.[0-9][0-9]*\).*/\1/p'
}

# Where to get a toolkit, as a sentence.
toolkit_source() {
  elsewhere="from https://developer.nvidia.com/cuda-downloads and run this again; /usr/local/cuda is found by itself."
  packaged=$(packaged_toolkit)
  system=$(. /etc/os-release 2>/dev/null && echo "${ID:-}${VERSION_ID:-}") || system=
  if [ -n "$packaged" ] && at_least "$packaged" "$oldest_toolkit"; then
    echo "This system's package nvidia-cuda-toolkit, version $packaged, will do: \"./scripts/run.sh --cuda\" installs it."
  elif [ -n "$packaged" ]; then
    echo "This system's package nvidia-cuda-toolkit is of version $packaged, which is too old: install $oldest_toolkit or newer $elsewhere"
  elif [ "$system" = debian13 ]; then
    echo "Debian 13 has one, nvidia-cuda-toolkit: add \"contrib non-free\" behind \"main\" in the sources of apt, run" \
      "\"apt-get update\", and then \"./scripts/run.sh --cuda\"."
  else
    echo "Install it $elsewhere"
  fi
}

# What is in the way of CUDA, each with its cure, before anything long starts.
say_gpu() {
  nvidia_gpu_present || return 0
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | sort -V | tail -n 1) || capability=
  needed=$(driver_for "${toolkit:-$oldest_toolkit}")
  install="(Debian: nvidia-driver; Ubuntu: \"sudo ubuntu-drivers install\"; others: https://www.nvidia.com/drivers), then restart."
  if [ -z "$driver" ]; then
    say "there is an NVIDIA GPU, but its driver does not answer, so the CPU computes. Install driver $needed or newer $install"
  elif ! at_least "$driver" "$needed"; then
    say "the NVIDIA driver is $driver, but CUDA ${toolkit:-$oldest_toolkit} wants $needed or newer, so the CPU computes." \
      "Install a newer driver $install$(at_least "$driver" 525 && echo " A CUDA Toolkit 12 of $oldest_toolkit or newer is as good.")"
  fi
  case $capability in [1-6].* | 7.[0-4])
    say "the GPU's compute capability is $capability, but Turing (7.5) or newer is needed, so the CPU computes." ;;
  esac
  [ -n "$nvcc" ] || say "there is an NVIDIA GPU, but no CUDA Toolkit $oldest_toolkit or newer${old_toolkit:+ (only $old_toolkit)}," \
    "so the program is built without CUDA. $(toolkit_source)"
}

# For run.sh: with --cuda the distribution's toolkit is installed where none is found; with a GPU and a terminal the user is asked.
offer_toolkit() {
  [ -z "$nvcc" ] || return 0
  packaged=$(packaged_toolkit)
  if [ -z "$packaged" ] || ! at_least "$packaged" "$oldest_toolkit"; then
    [ -n "$wants_cuda" ] || return 0
    fail "--cuda finds no package to install. $(toolkit_source)"
  fi
  if [ -z "$wants_cuda" ]; then
    { nvidia_gpu_present && [ -t 0 ] && [ -t 2 ]; } || return 0
    printf 'Install nvidia-cuda-toolkit %s now, 2 GB to load? [y/N] ' "$packaged" >&2
    read -r answer || answer=
    case $answer in [yY]*) ;; *) return 0 ;; esac
  fi
  sh scripts/packages.sh cuda
  find_toolkit
  [ -n "$nvcc" ] || fail "nvidia-cuda-toolkit is installed, but no nvcc of $oldest_toolkit or newer is found."
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

# For packages: every GPU from Turing on that the toolkit knows, not this machine's alone. DT_RPATH, so that libraries find each other too.
configure_package() {
  configure build/package release -DTEXELSCOPE_TESTS=OFF -DTEXELSCOPE_BENCH=OFF \
    -DTEXELSCOPE_EVERY_GPU=ON -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags "$@"
}

find_driver
find_toolkit
[ -z "${wants_cuda:-}" ] || offer_toolkit
say_gpu
[ -z "${offers_toolkit:-}" ] || offer_toolkit
sh scripts/packages.sh ${packages:-}
