#!/bin/sh
# Builds the pages and tests them in Node and in Chromium, against the program in build/release. Exits with 77 where npm's registry
# cannot be reached: the pages are then built, and not tested.
set -eu
cd "$(dirname "$0")/.."
sh scripts/packages.sh web-tests
./scripts/web.sh
cd tests/web
if ! npm ci --no-audit --no-fund --silent; then
  echo "texelscope: warning: npm could not install what the tests of the pages need: they are skipped" >&2
  exit 77
fi
npm run --silent types
npm test
