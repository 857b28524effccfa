#!/bin/sh
# Runs compute-sanitizer's memcheck, racecheck, initcheck and synccheck over kernels on this machine's GPU, all four at
# the same time: the tour of every session, lesson and bug (tests/device/tour_test.cpp), write kernels, bodies and every
# path of the bench.
#   scripts/gpu_check.sh [BUILD]
# Prints a table and ends with 1 if a tool reports anything, or what it ran did not pass, or memcheck does not report a
# planted fault. BUILD/gpu_check has the logs.
# Without compute-sanitizer or a GPU it ends with 77.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/release}
tests=$build/tests/device/texelscope_device_tests
logs=$build/gpu_check
kinds='memcheck racecheck initcheck synccheck'

sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer) || {
  echo "texelscope: warning: compute-sanitizer is missing, which comes with the CUDA Toolkit; nothing is checked" >&2
  exit 77
}
if "$build/texelscope" doctor --json | grep -q '"gpus": \[\]'; then
  echo "texelscope: warning: no GPU was found; nothing is checked" >&2
  exit 77
fi
mkdir -p "$logs"
rm -f "$logs"/*

check() { # KIND NAME PROGRAM...
  kind=$1 name=$2
  shift 2
  code=0
  "$sanitizer" --tool "$kind" --error-exitcode 99 --log-file "$logs/$kind-$name.log" "$@" \
    >"$logs/$kind-$name.out" 2>&1 || code=$?
  echo "$code" >"$logs/$kind-$name.code"
}

for kind in $kinds; do
  {
    check "$kind" tour "$tests" --gtest_filter='Cuda/Tour.*'
    check "$kind" writes "$tests" --gtest_filter='WriteLabOnDevice.EveryRouteWritesTheSameBits:WriteLabOnDevice.WritesLandByTheRule'
    check "$kind" bodies "$tests" --gtest_filter='BodiesOnDevice.AnEndlessLoop*:BodiesOnDevice.BilinearInFloat*'
    check "$kind" bench "$build/texelscope" bench --filter '*.64K.*' --steps 4
  } &
done
check memcheck planted "$build/texelscope" render --backend cuda --size 64x48 --out "$logs/planted.png" \
  --fetch.body 'return *reinterpret_cast<Texel*>(16);' &
wait

# "ERROR SUMMARY: 0 errors", "RACECHECK SUMMARY: 0 hazards displayed (0 errors, 0 warnings)"
reports() { # KIND NAME
  sed -n 's/.*SUMMARY: \([0-9]*\) .*/\1/p' "$logs/$1-$2.log" | tail -n 1
}
failed=0
printf '%-10s %-10s %8s  %s\n' tool program reports 'exit code'
for kind in $kinds; do
  for name in tour writes bodies bench; do
    found=$(reports "$kind" "$name") code=$(cat "$logs/$kind-$name.code")
    printf '%-10s %-10s %8s  %s\n' "$kind" "$name" "${found:-none}" "$code"
    [ "$found" = 0 ] && [ "$code" = 0 ] || failed=1
    if grep -q 'SKIPPED' "$logs/$kind-$name.out"; then
      echo "texelscope: warning: $kind $name skipped tests; $logs/$kind-$name.out says why" >&2
    fi
  done
done
planted=$(reports memcheck planted)
echo "a planted fault: ${planted:-0} reports"
[ "${planted:-0}" -gt 0 ] || failed=1
exit $failed
