#!/bin/sh
# Builds the pages and tests them in Node and in Chromium, against the program in build/release.
set -eu
cd "$(dirname "$0")/.."
sh scripts/packages.sh web-tests
./scripts/web.sh
cd tests/web
npm ci --no-audit --no-fund --silent
npm run --silent types
npm test
