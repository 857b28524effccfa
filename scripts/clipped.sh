#!/bin/sh
# Draws tabs and labs of the window and prints the texts that have no room there, as the ui map has them ("cut"). Without
# `every` it draws each in the sizes and languages that are the tightest for it.
set -e
cd "$(dirname "$0")/.."
program=${1:-build/release/texelscope}
every=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sessions=$PWD/assets/sessions
processors=$(nproc)
started=0

draw() { # NUMBER SIZE SCALE LANGUAGE ARGUMENTS...
  at=$work/$1 size=$2 scale=$3 language=$4
  shift 4
  mkdir "$at"
  if "$program" render "$@" --window --backend cpu --size "$size" --scale "$scale" --language "$language" --out "$at/window.png" --ui-map "$at/map.json" >"$at/log" 2>&1; then
    grep -o '{[^{}]*"cut":[^{}]*}' "$at/map.json" >"$at/cut" || true
  else
    cp "$at/log" "$at/cut"
  fi
  if [ -s "$at/cut" ]; then
    echo "$size, scale $scale, $language, $*:"
    cat "$at/cut"
  fi >"$at/found"
}

look() { # as many at a time as there are processors
  started=$((started + 1))
  draw $started "$@" &
  [ $((started % processors)) -ne 0 ] || wait
}

views() { # what is done with the arguments of each tab and lab
  "$@" --tab history --keys fnwb --at 40,40
  "$@" --compare model,ideal,signed
  "$@" --tab scope
  "$@" --tab cost
  "$@" --lab amp
  "$@" "$sessions/30-trilinear.json" --tab levels
  "$@" "$sessions/50-block-compressed.json" --tab block
  "$@" --tab effective --sampler.normalized_coords false
  "$@" --lesson surface-bytes:2 --at 40,40
  "$@" --lab legality
  "$@" --lab staleness
  "$@" --lab writes
  "$@" --lab fetch
  "$@" --lab trace
  "$@" --lab bench
}

narrow() { # what a small window shows in the picture's place
  "$@" --tab why --at 40,40
}

if [ "$every" = every ]; then
  for language in en zh-Hans; do
    for window in "960x540 1" "1280x720 1" "1280x720 1.1" "1920x1080 1" "1920x1080 1.5" "1920x1080 2" "1280x720 2"; do
      views look ${window% *} ${window#* } $language
    done
    narrow look 1920x1080 2 $language
  done
else
  views look 960x540 1 en
  views look 1280x720 1 zh-Hans
  narrow look 1280x720 2 zh-Hans
  for window in "1920x1080 1" "1280x720 1.1" "1920x1080 2"; do
    look ${window% *} ${window#* } en --tab history --keys fn --at 40,40
  done
  look 1280x720 1.1 zh-Hans --lesson surface-bytes:2
fi
wait
cat "$work"/*/found
[ -z "$(cat "$work"/*/found)" ]
