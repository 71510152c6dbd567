#!/usr/bin/env bash
# Counts the instructions of an operation of each workload that keeps to one thread, and fails where one
# takes over 10 % more than Benchmarks/instructions.txt says. --update writes that file instead. Instructions
# do not depend on what else the machine does, but on its architecture and on the compiler, which the
# file names. Needs valgrind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ $# == 0 || $* == --update ]] || { echo 'usage: scripts/bench-gate.sh [--update]' >&2; exit 2; }
command -v valgrind >/dev/null || { echo 'valgrind is not installed.' >&2; exit 1; }

file=Benchmarks/instructions.txt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

swift build -c release --package-path Benchmarks --product bench
bench=$(swift build -c release --package-path Benchmarks --show-bin-path)/bench
# Sets place their elements the same way each time.
export bench scratch SWIFT_DETERMINISTIC_HASHING=1

# Prints a workload's name and the hundredths of instructions an operation.
count() {
  local log operations instructions
  log=$(mktemp "$scratch/XXXXXX")
  operations=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
    '--toggle-collect=*countedRound*' "$bench" --gate "$1" 2>"$log") || { cat "$log" >&2; return 1; }
  instructions=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$log")
  # Nothing counted means that the function was not found.
  ((instructions > operations / 2)) || { echo "$1: nothing was counted" >&2; return 1; }
  printf '%s\t%d\n' "$1" $((instructions * 100 / operations))
}
export -f count

"$bench" --gate | tr '\n' '\0' |
  xargs -0 -P "$(getconf _NPROCESSORS_ONLN)" -I{} bash -euc 'count "$1"' count {} >"$scratch/counts"
{
  printf '# Instructions an operation, on %s with %s.\n' \
    "$(uname -m)" "$(swift --version 2>&1 | grep -m1 -o 'Swift version [0-9.]*')"
  LC_ALL=C sort "$scratch/counts" | awk -F'\t' '{ printf "%s\t%.2f\n", $1, $2 / 100 }'
} >"$scratch/new"

if [[ $* == --update ]]; then
  cp "$scratch/new" "$file"
  echo "Wrote $file."
  exit
fi

if ! cmp -s <(head -1 "$file") <(head -1 "$scratch/new"); then
  printf 'Not comparable: %s\nwas written elsewhere:\n%s\n' "$file" "$(head -1 "$file")" >&2
  exit 1
fi
awk -F'\t' '
  /^#/ { next }
  NR == FNR { old[$1] = $2; next }
  !($1 in old) { printf "%s is not in the file: --update writes it\n", $1; failed = 1; next }
  { change = ($2 / old[$1] - 1) * 100; seen[$1] = 1 }
  { verdict = change > 10 ? "  MORE THAN 10 %" : "" }
  change > 10 { failed = 1 }
  { printf "%-55s %10.2f -> %10.2f  %+6.1f %%%s\n", $1, old[$1], $2, change, verdict }
  END {
    for (name in old) if (!(name in seen)) { printf "%s is gone: --update writes the file\n", name; failed = 1 }
    exit failed
  }' "$file" "$scratch/new"
