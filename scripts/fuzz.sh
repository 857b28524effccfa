#!/bin/sh
# Fuzzes the parsers of tests/fuzz, all of them or those that are named, one after the other:
#   scripts/fuzz.sh [--seconds N] [--until-quiet N] [--jobs N] [--merge] [--program FILE] [TARGET...]
# Each runs on a copy of its corpus for at least --seconds (60), and until it has reached no new edge of the code for
# --until-quiet seconds (20); --jobs processes share the work. What it finds lies in build/fuzz/runs/TARGET/findings; the
# script then ends with 1. --merge puts the files that reach new edges into tests/fuzz/corpus/TARGET.tar; a single file gets
# there by scripts/corpus.sh add.
# --program: a fuzzer that is built already; else Clang builds the preset "fuzz".
set -eu
cd "$(dirname "$0")/.."

seconds=60 quiet=20 jobs=1 merge='' program=''
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2 && shift 2 ;;
    --until-quiet) quiet=$2 && shift 2 ;;
    --jobs) jobs=$2 && shift 2 ;;
    --program) program=$2 && shift 2 ;;
    --merge) merge=1 && shift ;;
    -*) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    *) break ;;
  esac
done

if [ -z "$program" ]; then
  sh scripts/packages.sh
  cmake --preset fuzz >/dev/null
  cmake --build build/fuzz --target texelscope_fuzz
  program=build/fuzz/texelscope_fuzz
fi
program=$(realpath "$program")
[ $# -gt 0 ] || set -- $("$program")

# Memory counts once it is touched: an allocation alone costs nothing. Of EXR a few kilobytes may claim a gigabyte.
# Longer traces, and longer lists of changed fields, only repeat what short ones do, and take the time of many.
options() { # TARGET
  case $1 in
    exr | trace) bytes=8192 ;;
    render) bytes=1024 ;;
    *) bytes=65536 ;;
  esac
  echo "-max_len=$bytes -timeout=30 -rss_limit_mb=2048 -malloc_limit_mb=1000000"
}
export ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1

count() { find "$1" -type f | wc -l; }

# The most edges that a process has reached, and the inputs of all. Each has a log, and takes over what the others find.
progress() {
  find "$work" -name 'fuzz-*.log' -exec cat {} + | awk '
    match($0, /^INFO: Seed/) { sum += inputs; inputs = 0 }
    match($0, /^#[0-9]+/) { inputs = substr($0, 2, RLENGTH - 1) }
    match($0, /^#.* cov: [0-9]+/) { n = substr($0, 1, RLENGTH); sub(/.* /, "", n); if (n + 0 > edges) edges = n + 0 }
    END { print edges + 0, sum + inputs }'
}

# Ends what was started as a group of its own, with all that it started itself. Its corpus is whole at any time.
stop() {
  kill -s KILL -- "-$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
}

# -jobs rather than -fork: the latter, in libFuzzer 14, counts other things than edges.
fuzz() { # TARGET
  work=$PWD/build/fuzz/runs/$1
  rm -rf "$work/findings" "$work/temporary" "$work"/*.log
  mkdir -p "$work/corpus" "$work/findings" "$work/temporary"
  unpack "$1" "$work/corpus"
  (cd "$work" && TMPDIR=$work/temporary TEXELSCOPE_FUZZ=$1 exec setsid "$program" -jobs=1000 -workers="$jobs" $(options "$1") \
    -artifact_prefix="$work/findings/" "$work/corpus" >log 2>&1 </dev/null) &
  group=$!
  trap 'stop $group; exit 130' INT TERM
  start=$(date +%s) edges=0 changed=$start
  while :; do
    sleep 1
    now=$(date +%s)
    read -r reached inputs <<EOF
$(progress)
EOF
    [ "$reached" = "$edges" ] || { edges=$reached changed=$now; }
    kill -0 "$group" 2>/dev/null || break # it ended by itself, which it should not
    [ "$edges" = 0 ] && continue          # it still reads the corpus
    [ $((now - start)) -ge "$seconds" ] && [ $((now - changed)) -ge "$quiet" ] && break
  done
  stop $group
  trap - INT TERM
  rm -rf "$work/temporary"
  found=$(count "$work/findings")
  all=$((all + found))
  printf '%-13s %11s %8s %7s %7s %9s\n' "$1" "$inputs" $((now - start)) "$edges" "$(count "$work/corpus")" "$found"
}

unpack() { # TARGET FOLDER
  [ ! -e "tests/fuzz/corpus/$1.tar" ] || sh scripts/corpus.sh unpack "tests/fuzz/corpus/$1.tar" "$2"
}

# Adds to the corpus what reaches new edges with few small files. Those with names given by people stay.
merge_corpus() { # TARGET
  work=build/fuzz/runs/$1
  rm -rf "$work/merged" "$work/small"
  mkdir -p "$work/merged" "$work/small"
  unpack "$1" "$work/merged"
  find "$work/merged" -type f -regex '.*/[0-9a-f]*' -delete
  find "$work/corpus" -type f -size -4097c -exec cp {} "$work/small" \;
  TEXELSCOPE_FUZZ=$1 "$program" -merge=1 -set_cover_merge=1 $(options "$1") "$work/merged" "$work/small" >"$work/merge.log" 2>&1
  sh scripts/corpus.sh pack "tests/fuzz/corpus/$1.tar" "$work/merged"
}

all=0
printf '%-13s %11s %8s %7s %7s %9s\n' target inputs seconds edges corpus findings
for target in "$@"; do fuzz "$target"; done
if [ -n "$merge" ]; then
  for target in "$@"; do merge_corpus "$target"; done
fi
[ "$all" = 0 ]
