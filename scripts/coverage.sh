#!/usr/bin/env bash
# Says how many of the library's lines the tests run, and shows those that they do not.
#
# Counters are kept in the files while a process runs, so that those of child processes count that stop on
# purpose.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/toolchain.sh

scratch=.build/coverage
profiles=$PWD/$scratch/profiles
flags=(
  --scratch-path "$scratch" -Xswiftc -profile-generate -Xswiftc -profile-coverage-mapping
  -Xswiftc -Xllvm -Xswiftc -runtime-counter-relocation
)
swift build --build-tests "${flags[@]}"
rm -rf "$profiles"
LLVM_PROFILE_FILE="$profiles/%p%c.profraw" swift test --skip-build "${flags[@]}"

tools=$(toolchain_programs)
merged=$scratch/merged.profdata
"$tools/llvm-profdata" merge -sparse -o "$merged" "$profiles"/*.profraw
tests=$(echo "$scratch"/debug/*.xctest)
[[ ! -d $tests ]] || tests=$(echo "$tests"/Contents/MacOS/*)
sources=()
while IFS= read -r file; do sources+=("$file"); done < <(find Sources -name '*.swift' | sort)
"$tools/llvm-cov" show "$tests" -instr-profile "$merged" "${sources[@]}" |
  awk '/^[^ ].*:$/ { file = $0 } /^ +[0-9]+\| +0\|/ { if (file) print file; file = ""; print }'
"$tools/llvm-cov" report "$tests" -instr-profile "$merged" "${sources[@]}" |
  awk '/^TOTAL/ { print "\nLines: " $8 ", not run: " $9 ", that is covered: " $10 }'
