#!/usr/bin/env bash
# Fuzzes the library against models; Fuzz/README.md says how and what.
#
#   scripts/fuzz.sh [TARGET] [--seconds N] [--seed N] [--replay] [--address] [--optimized]
#
# Without a target, all of them. The same seed tries the same inputs, another one others; without, it is
# another one each time. --replay runs the corpus alone, --address adds the address sanitizer and looks for
# leaks. --optimized optimises the pipelines, too: that takes minutes, and several times as many
# inputs a second. What is found is left in .build/fuzz-found/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

targets=() seconds=60 seed=0 replays=false sanitizers=(--sanitize fuzzer) scratch=.build/fuzz
while (($# > 0)); do
  case $1 in
  --seconds)
    seconds=$2
    shift
    ;;
  --seed)
    seed=$2
    shift
    ;;
  --replay) replays=true ;;
  --address)
    sanitizers+=(--sanitize address)
    scratch=.build/fuzz-address
    ;;
  --optimized) export FUZZ_OPTIMIZED=1 ;;
  -*)
    echo "Unknown: $1" >&2
    exit 2
    ;;
  *) targets+=("$1") ;;
  esac
  shift
done
((${#targets[@]} > 0)) || targets=(streams async machines symbols)

swift build -c release -Xswiftc -enable-testing "${sanitizers[@]}" --package-path Fuzz \
  --scratch-path "$scratch"

found=.build/fuzz-found
mkdir -p "$found"
# The fuzzer's own handler writes the input down; the runtime's would be there first.
# Sets place their elements the same way each time, so that what is found is found again.
export SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1
started=$found/started
: >"$started"
for target in "${targets[@]}"; do
  [[ -d Fuzz/Corpus/$target ]] || { echo "There is no target $target." >&2; exit 2; }
  printf '\n== %s\n' "$target"
  # Graphs take many bytes, and are short of most kinds of things until they are long.
  lengths=(-max_len=512)
  [[ $target != symbols ]] || lengths=(-max_len=3000 -len_control=0)
  options=(--target="$target" "${lengths[@]}" -timeout=60 -entropic=0 -artifact_prefix="$found/$target-")
  # -runs=0 runs what is in the corpus. What is new goes to a folder of its own, not into the repository.
  options+=(-print_final_stats=1 -seed="$seed")
  if $replays; then
    options+=(-runs=0)
  else
    options+=(-max_total_time="$seconds")
  fi
  mkdir -p ".build/fuzz-corpus/$target"
  log=$found/$target.log
  if ! "$scratch/release/fuzz" "${options[@]}" ".build/fuzz-corpus/$target" "Fuzz/Corpus/$target" \
    >"$log" 2>&1; then
    { grep -vE '^#[0-9]|NEW_FUNC' "$log" || true; } | tail -n 200 >&2
    # Where the folder goes with the machine, the input has to be in the log.
    for input in "$found/$target"-*; do
      [[ ! $input -nt $started ]] || { printf '%s\n' "$input" >&2; base64 "$input" >&2; }
    done
    exit 1
  fi
  grep -E '^Done|number_of_executed_units|average_exec_per_sec' "$log"
done
