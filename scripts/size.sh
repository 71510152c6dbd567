#!/usr/bin/env bash
# What CoreEngine adds to a client: the stripped binary of a program that uses one module, all or
# none, over that of a program without CoreEngine; and how long its clean release build takes,
# relative to that one's. With --check, fails where a size is more than is promised.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ $# == 0 || $* == --check ]] || { echo 'usage: scripts/size.sh [--check]' >&2; exit 2; }

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
strip=$(command -v strip || command -v llvm-strip)
missed=0

# Sets `size` to the bytes of the stripped program and `milliseconds` to what its build took.
build() {
  local path=$scratch/$1 start=${EPOCHREALTIME/[.,]/}
  swift build -c release --package-path Benchmarks/Weight --scratch-path "$path" --product "$1" \
    >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; return 1; }
  milliseconds=$(((${EPOCHREALTIME/[.,]/} - start) / 1000))
  "$strip" -o "$path/stripped" "$path/release/$1"
  size=$(wc -c <"$path/stripped")
  rm -rf "$path"
}

# A client, and how many bytes it may add, if that is promised.
report() {
  build "$1"
  local added=$((size - base)) verdict=''
  if [[ -n ${2-} ]]; then
    verdict="at most $2"
    ((added <= $2)) || { verdict+=', MISSED'; missed=1; }
  fi
  printf '%-12s %9d bytes more   build x%d.%02d   %s\n' "$1" "$added" \
    $((milliseconds / base_time)) $((milliseconds * 100 / base_time % 100)) "$verdict"
}

# Once to fill the caches of the compiler and of the package manager.
build Empty
build Empty
base=$size
base_time=$milliseconds
printf '%-12s %9d bytes stripped, built in %d ms\n' Empty "$base" "$base_time"
report UsesNothing
report UsesKernel
report UsesSync 8192
report UsesStreams
report UsesAsync
report UsesAll 153600
[[ $* != --check || $missed == 0 ]]
