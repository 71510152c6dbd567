#!/usr/bin/env bash
# Compiles each file of Fixtures/MustNotCompile twice: as it is, which must succeed, and with
# -D REFUSED, which must fail with every diagnostic that its "// expected:" lines name.
# The first run proves that it is the marked code that is refused. Needs a debug build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

modules=$(swift build --show-bin-path)/Modules
output=$(mktemp)
trap 'rm -f "$output"' EXIT

# Data races are found after type checking, hence -emit-sil.
compile() {
  swiftc -emit-sil -swift-version 6 -warnings-as-errors -I "$modules" "$@" >/dev/null 2>"$output"
}

fail() {
  printf '%s\n' "$1" >&2
  cat "$output" >&2
  exit 1
}

count=0
for file in Fixtures/MustNotCompile/*.swift; do
  expectations=$(sed -n 's|^// expected: ||p' "$file")
  [[ -n $expectations ]] || fail "$file has no line '// expected: <diagnostic>'."
  compile "$file" || fail "$file must compile without -D REFUSED."
  compile -D REFUSED "$file" && fail "$file must not compile with -D REFUSED, and does."
  while IFS= read -r expected; do
    grep -qF -- "$expected" "$output" || fail "$file is refused, but without: $expected"
  done <<<"$expectations"
  count=$((count + 1))
done
echo "$count programs are refused as expected."
