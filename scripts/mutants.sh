#!/usr/bin/env bash
# Breaks the library in the ways of Tests/Mutants, one at a time, and tells which of them the tests do
# not notice.
#
#   scripts/mutants.sh [--trusting] [NAME...]   # all of them, or those whose names begin like this
#   scripts/mutants.sh --check                  # only whether each still applies
#
# A mutant is a diff of Sources. Above it stand these lines:
#
#   Breaks: in one sentence, what it breaks.
#   Tests: the suites or test targets that are expected to notice, with spaces in between.
#   Sanitizer: thread       (if only the thread sanitizer can tell)
#   Survives: why           (if no test can, or need)
#
# It is killed if one of those tests fails, crashes or hangs; where none does, and the mutant does not say
# that it survives, the whole suite is run.
#
# First the suite is run as it is, for tests that fail already tell nothing; --trusting leaves that out.
#
# Fails if a mutant survives that does not say why, if one is killed that says it would survive, and if
# one does not apply or compile. All of it happens in a copy of the repository in .build/mutants, which
# keeps what it has built: the first run takes some minutes more.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/toolchain.sh

root=$PWD
home=$root/.build/mutants
tree=$home/tree

# Seconds after which tests are taken to hang: in all, and without computing anything.
some_limit=240 whole_limit=900 idle_limit=30

header() { sed -n "/^--- /q; s/^$1: //p" "$2"; }

touched() { sed -n 's|^+++ b/||p' "$1"; }

apply() { patch -p1 -F0 -f -s -d "$@"; }

# The names are those of files or folders, so that a filter does not go out of date unnoticed.
check() {
  local file=$1 name suites path
  name=$(basename "$file" .diff)
  [[ -n $(header Breaks "$file") ]] || { echo "$name: no line 'Breaks: …'" >&2; return 1; }
  suites=$(header Tests "$file")
  [[ -n $suites ]] || { echo "$name: no line 'Tests: …'" >&2; return 1; }
  for suite in $suites; do
    [[ -n $(find Tests -name "$suite" -o -name "$suite.swift") ]] ||
      { echo "$name: there are no tests $suite" >&2; return 1; }
  done
  for path in $(touched "$file"); do
    [[ $path == Sources/* ]] || { echo "$name: changes $path, not the sources" >&2; return 1; }
  done
  apply . --dry-run <"$file" >/dev/null || { echo "$name: does not apply any more" >&2; return 1; }
}

# Copies what has changed, so that what has been built stays as new as it is.
copy() {
  local path
  mkdir -p "$tree"
  (cd "$tree" && find . -type f -print) | while IFS= read -r path; do
    [[ -e $path ]] || rm "$tree/$path"
  done
  find Package.swift Sources Tests Examples docs ./*.md -type f -print | while IFS= read -r path; do
    cmp -s "$path" "$tree/$path" && continue
    mkdir -p "$(dirname "$tree/$path")"
    cp "$path" "$tree/$path"
  done
}

flags() {
  printf -- '--package-path\n%s\n--scratch-path\n%s\n' "$tree" "$home/${1:-debug}"
  [[ ${1-} != thread ]] || printf '%s\n' "${thread_sanitizer[@]}"
}

# What it prints is written at once, where that can be had, so that the first failure is seen at once.
live() {
  if command -v stdbuf >/dev/null; then exec stdbuf -oL "$@"; else exec "$@"; fi
}

# A process and all that it began.
family() {
  local child
  printf '%s\n' "$1"
  for child in $(ps -A -o pid= -o ppid= | awk -v parent="$1" '$2 == parent { print $1 }'); do
    family "$child"
  done
}

end() {
  local pid
  for pid in $(family "$1"); do kill -KILL "$pid" 2>/dev/null || true; done
}

# How long each of them has computed. It stays the same while all wait.
effort() { ps -o pid= -o time= -p "$(family "$1" | paste -s -d , -)" || true; }

# Builds and runs the tests that a regular expression names. Sets `outcome` to passed, killed, crashed,
# hung or broken, and `witness` to what told. Ends with the first failure.
run() {
  local sanitizer=$1 filter=$2 limit=$3 log=$4 options=() line pid started status=0 before='' now seen
  while IFS= read -r line; do options+=("$line"); done < <(flags "$sanitizer")
  witness=
  [[ $sanitizer != thread ]] || local -x COREENGINE_OPTIMIZED=1
  if ! swift build --build-tests "${options[@]}" >"$log" 2>&1; then
    outcome=broken witness=$({ grep -m 1 'error: ' "$log" || true; } | sed 's|^.*/Sources/||')
    return
  fi
  local failure=' Test .* recorded an issue|ThreadSanitizer: '
  live swift test --skip-build --disable-xctest --filter "$filter" "${options[@]}" >"$log" 2>&1 &
  pid=$! started=$SECONDS seen=$SECONDS
  while kill -0 "$pid" 2>/dev/null; do
    if grep -qE "$failure" "$log"; then
      sleep 0.2
      end "$pid"
      break
    fi
    now=$(effort "$pid")
    [[ $now == "$before" ]] || before=$now seen=$SECONDS
    if ((SECONDS - started > limit || SECONDS - seen > idle_limit)); then
      end "$pid"
      wait "$pid" 2>/dev/null || true
      # Those that were still running.
      outcome=hung witness=$(unfinished "$log")
      return
    fi
    sleep 0.5
  done
  wait "$pid" 2>/dev/null || status=$?
  line=$({ grep -m 1 -E "$failure" "$log" || true; })
  if [[ $line == *ThreadSanitizer* ]]; then
    outcome=killed witness="the sanitizer: ${line#*ThreadSanitizer: }"
  elif [[ -n $line ]]; then
    outcome=killed
    witness=$(sed -E 's/^.* Test (.*) recorded an issue.* at ([A-Za-z0-9+]+)\.swift:.*$/\2: \1/' <<<"$line")
  elif [[ $status != 0 ]]; then
    outcome=crashed
    witness=$({ grep -m 1 -oE 'Fatal error: .*|unexpected signal.*' "$log" || true; } | cut -c 1-80)
  else
    outcome=passed
  fi
}

unfinished() {
  awk '
    / Test .* started\.$/ && !/ Test (run|case) / { sub(/^.* Test /, ""); sub(/ started\.$/, ""); running[$0] = 1 }
    / Test .* (passed|failed) after / {
      sub(/^.* Test /, ""); sub(/ (with [0-9]+ test cases )?(passed|failed) after .*$/, "")
      delete running[$0]
    }
    END { for (name in running) { print name; exit } }' "$1"
}

mutants=() isChecking=false isTrusting=false names=()
for argument; do
  case $argument in
  --check) isChecking=true ;;
  --trusting) isTrusting=true ;;
  -*)
    echo "Unknown: $argument" >&2
    exit 2
    ;;
  *) names+=("$argument") ;;
  esac
done
((${#names[@]} > 0)) || names=('')
for name in "${names[@]}"; do
  count=${#mutants[@]}
  for file in "Tests/Mutants/$name"*.diff; do
    [[ ! -e $file ]] || mutants+=("$file")
  done
  ((${#mutants[@]} > count)) || { echo "There is no mutant $name." >&2; exit 2; }
done

for file in "${mutants[@]}"; do check "$file" || exit 1; done
if $isChecking; then
  echo "${#mutants[@]} mutants apply."
  exit
fi

copy
logs=$home/logs
mkdir -p "$logs"
table=$home/table.txt
: >"$table"

sanitizers=('')
for file in "${mutants[@]}"; do
  [[ -z $(header Sanitizer "$file") || ${#sanitizers[@]} == 2 ]] || sanitizers+=(thread)
done
for sanitizer in "${sanitizers[@]}"; do
  ! $isTrusting || break
  filter=.
  [[ -z $sanitizer ]] || filter='^CoreEngineSupportTests'
  run "$sanitizer" "$filter" "$whole_limit" "$logs/unbroken${sanitizer:+-$sanitizer}.log"
  [[ $outcome == passed ]] ||
    { printf 'Nothing is broken, and yet: %s %s\n' "$outcome" "$witness" >&2; exit 1; }
  printf 'The tests%s pass as long as nothing is broken: %s s.\n' "${sanitizer:+ of sanitizer $sanitizer}" "$SECONDS"
done

wrong=0
for file in "${mutants[@]}"; do
  name=$(basename "$file" .diff)
  began=$SECONDS
  sanitizer=$(header Sanitizer "$file")
  suites=$(header Tests "$file")
  reason=$(header Survives "$file")
  apply "$tree" <"$file"
  run "$sanitizer" "(${suites// /|})[./]" "$some_limit" "$logs/$name.log"
  if [[ $outcome == passed && -z $sanitizer$reason ]]; then
    run '' . "$whole_limit" "$logs/$name-whole.log"
    [[ -z $witness ]] || witness="$witness (not by $suites)"
  fi
  while IFS= read -r path; do cp "$path" "$tree/$path"; done < <(touched "$file")

  verdict=$outcome
  [[ $outcome != passed ]] || verdict=SURVIVED
  case $outcome:${reason:+reason} in
  killed: | crashed: | hung:) ;;
  passed:reason) verdict=survived witness=$reason ;;
  *:reason)
    verdict="$outcome, though it says it survives"
    wrong=$((wrong + 1))
    ;;
  *) wrong=$((wrong + 1)) ;;
  esac
  line=$(printf '%-36s %-10s %s' "$name" "$verdict" "$witness")
  printf '%s (%s s)\n' "$line" $((SECONDS - began))
  printf '%s\n%37s%s\n' "$line" '' "$(header Breaks "$file")" >>"$table"
done

printf '\n'
cat "$table"
printf '\n%s mutants in %s s; %s of them not as they should be.\n' "${#mutants[@]}" "$SECONDS" "$wrong"
[[ $wrong == 0 ]]
