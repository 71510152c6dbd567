#!/usr/bin/env bash
# All that a contribution must pass, in the order in which it fails fastest. Needs the Swift
# toolchain and standard Unix tools. Warnings are errors through Package.swift.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

current=start
trap '[[ $? == 0 ]] || printf "\nFAILED: %s\n" "$current" >&2' EXIT

step() {
  current=$1
  shift
  printf '\n== %s\n' "$current"
  local start=$SECONDS
  "$@"
  printf -- '-- %s: %s s\n' "$current" $((SECONDS - start))
}

# Fails if there is anything on standard input, and shows it under the given heading.
refuse() {
  local found
  found=$(cat)
  [[ -z $found ]] || { printf '%s\n%s\n' "$1" "$found" >&2; return 1; }
}

lint() {
  find . -name '.?*' -prune -o -type f -name '*.swift' -print0 |
    xargs -0 swift format lint --strict
}

# The modules import each other and what a system calls its C library; the lock file, the lock; the
# bridge to Combine, that.
imports() {
  local lock=Sources/CoreEngineSupport/Locked.swift
  local bridge=Sources/CoreEngineStreams/CombineBridge.swift
  local modules='CoreEngine[A-Za-z]*|Darwin|Glibc|Musl|Android|WASILibc|ucrt'
  [[ -f $lock && -f $bridge ]]
  { grep -rnE '^([^/]*[[:space:]])?import [A-Za-z]' Sources || true; } |
    { grep -vE ":([^/]*[[:space:]])?import ($modules)\$" || true; } |
    { grep -vE "^$lock:.*import (os|Synchronization)\$" || true; } |
    { grep -vE "^$bridge:.*import Combine\$" || true; } |
    refuse 'A library target must not import this:'
}

# T-01: tests wait for events. A TestClock has a sleep, as every clock does, in which no time passes:
# what is tested may sleep on it, where it is called `clock`.
waits() {
  local clock='Tests/TestSupport/TestClock\+(Deaf|Broken)'
  { grep -rnE 'Task\.yield|sleep\(' Tests || true; } |
    { grep -vE "^$clock\.swift:.*(func |clock\.)sleep\(until" || true; } |
    { grep -vE 'await clock\.sleep\(' || true; } |
    refuse 'A test waits for an event, not for time to pass:'
}

# Each operator has tests of its own, and says what it does in a timeline.
operators() {
  local file name
  for file in Sources/CoreEngineStreams/Operators/*.swift; do
    name=$(basename "$file" .swift)
    [[ -f Tests/CoreEngineStreamsTests/${name}Tests.swift ]] || echo "$file: no ${name}Tests.swift"
    grep -qE '^ *///     [a-z0-9]+ .*--' "$file" || echo "$file: no timeline"
  done | refuse 'An operator lacks its tests or its timeline:'
}

# Runs a program of a client package and compares what it prints with expected.txt.
client() {
  local name=$1 program=$2 configuration=$3
  swift build -c "$configuration" --package-path "Fixtures/$name" \
    --scratch-path ".build/fixtures/$name" --product "$program"
  ".build/fixtures/$name/$configuration/$program" | diff "Fixtures/$name/expected.txt" -
}

symbols() {
  "$(command -v nm || command -v llvm-nm)" ".build/fixtures/$1/release/$1" | swift demangle
}

sync_only() {
  client SyncOnly SyncOnly release
  # That the one is there shows that the others would be seen.
  symbols SyncOnly | grep CoreEngineSync >/dev/null
  { symbols SyncOnly | grep -E 'CoreEngine(Streams|Async|Support)' || true; } |
    refuse 'A client of CoreEngineSync is linked with:'

  # A release build explains itself too.
  local message
  message=$(SWIFT_BACKTRACE=enable=no .build/fixtures/SyncOnly/release/SyncOnly nest 2>&1) &&
    { echo 'An action from inside reduce must stop the program.' >&2; return 1; }
  grep -F 'the state of Counter changed while its reducer ran' <<<"$message" >/dev/null
}

# C-DEFAULTISO: the same sources, with either default isolation, in debug and release.
default_isolation() {
  local configuration program
  for configuration in debug release; do
    for program in Nonisolated NonisolatedCaller OnMain OnMainCaller; do
      client DefaultIsolation "$program" "$configuration"
    done
  done
}

# C-CROSSMOD: the framework, a feature with public cores, and an app that uses them.
three_modules() {
  client ThreeModules App debug
  client ThreeModules App release
}

# They are built and their own tests run; measuring takes a quiet machine.
benchmarks() {
  swift build -c release --package-path Benchmarks --product bench
  limited 600 swift test --package-path Benchmarks
}

# Where the time limit strikes, something hangs: tests wait for events, without limits of their own.
limited() {
  if command -v timeout >/dev/null; then timeout -k 10 "$@"; else shift && "$@"; fi
}

# On Linux the sanitizer does not see into Synchronization.Mutex; see Locked.swift. Unoptimised code
# reads the result of a continuation that has been resumed before its task was suspended, which
# needs nothing and races with nothing, but is reported (swiftlang/swift#57803); hence -O.
sanitize() {
  local flags=()
  [[ $(uname) != Linux ]] || flags=(-Xswiftc -DCOREENGINE_PTHREAD_LOCK -Xswiftc -O)
  limited 1200 swift test --sanitize=thread --scratch-path .build/tsan ${flags[@]+"${flags[@]}"}
}

step 'format' lint
step 'imports' imports
step 'no waiting for time in tests' waits
step 'operators' operators
step 'branches for Apple platforms' scripts/apple-branches.sh
step 'reference and links' scripts/docs.sh --check
step 'debug build' swift build --build-tests
step 'programs that must not compile' scripts/must-not-compile.sh
step 'code of the documents' scripts/snippets.sh
step 'release build' swift build -c release
step 'tests' limited 600 swift test
step 'client: CoreEngineSync alone' sync_only
step 'client: CoreEngine' client Umbrella Umbrella release
step 'client: default isolation' default_isolation
step 'client: three modules' three_modules
step 'benchmarks' benchmarks
step 'tools' limited 600 swift test --package-path Tools --scratch-path .build/tools
step 'tests under the thread sanitizer' sanitize
printf '\nAll checks passed in %s s.\n' "$SECONDS"
