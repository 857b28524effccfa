#!/bin/sh
# Packs tests/bench's batch_race with every library that it loads, for machines that have none of them:
#   batch_race.sh BUILD OUT.tar.xz
# There: tar xf OUT.tar.xz && batch_race/run [FETCHES [ROUNDS]], by default 1e9 and 60. It verifies the model's bits for each instruction
# set of that CPU on all cores, then races with OpenCV's remap on one. It prints one JSON object a line.
set -e
program=$1/tests/bench/batch_race out=$2
[ -x "$program" ] && [ -n "$out" ] || { sed -n '2,5p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/batch_race/lib"
cp "$program" "$work/batch_race/"
strip "$work/batch_race/batch_race"
ldd "$program" | grep -o '/[^ ]*' | while read -r library; do cp -L "$library" "$work/batch_race/lib/"; done
loader=$(basename "$(ldd "$program" | grep -o '/[^ ]*ld-linux[^ ]*')")
cat > "$work/batch_race/run" <<END
#!/bin/sh
cd "\$(dirname "\$0")"
lscpu 2>/dev/null | sed -n 's/^Model name: */{"cpu": "/p' | sed 's/\$/"}/'
start() { "\$@" "./lib/$loader" --library-path ./lib ./batch_race \$what; }
what="verify \${1:-1000000000}" && start env
pin=env
command -v taskset > /dev/null && pin="taskset -c \${CORE:-1}"
what="race \${2:-60}" && start \$pin
END
chmod +x "$work/batch_race/run"
tar -C "$work" -cJf "$out" batch_race
ls -l "$out"
