#!/bin/sh
# Writes the part of docs/answers.md that is made of the program's own texts and tables: notes of resolve(), answers of
# CUDA in the legality capture, failures of CUDA. Look at what changed before it is committed.
set -e
cd "$(dirname "$0")/.."
TEXELSCOPE_WRITE_ANSWERS=1 "${1:-build/release/tests/app_tests}" --gtest_filter=Answers.*
