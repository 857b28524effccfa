#!/bin/sh
# Draws docs/pictures/loop.gif, six seconds for README.md: normalized coordinates go off, wrap becomes clamp and the picture
# streaks, and the button that the window offers mends it. Each state is a picture that `render` draws; ffmpeg joins them.
# The build's folder is the argument.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/release}/texelscope
command -v ffmpeg >/dev/null || {
  echo "texelscope: error: ffmpeg, which joins the pictures, is missing: apt-get install ffmpeg" >&2
  exit 1
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

state() { # SECONDS FLAG…
  seconds=$1
  count=$((${count:-0} + 1))
  shift
  "$program" render assets/sessions/01-zone-plate-wrap.json --window --backend cpu --size 1280x720 --out "$work/$count.png" "$@" >/dev/null
  printf "file '%s'\nduration %s\n" "$work/$count.png" "$seconds" >>"$work/list"
}

state 2 --at 560,210
state 2.5 --at 560,210 --sampler.normalized_coords false
state 1.5 --at 560,210
printf "file '%s'\n" "$work/3.png" >>"$work/list" # the last duration counts only before another picture
ffmpeg -loglevel error -y -f concat -safe 0 -i "$work/list" -fps_mode vfr \
  -vf 'scale=960:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=96:stats_mode=full[p];[b][p]paletteuse=dither=none' \
  docs/pictures/loop.gif
