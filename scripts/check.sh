#!/usr/bin/env bash
# All that a contribution must pass, in the order in which it fails fastest. Needs the Swift
# toolchain and standard Unix tools. Warnings are errors through Package.swift.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/toolchain.sh

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

# T-01: tests wait for events. A clock of theirs has a sleep, as every clock does, in which no time passes:
# what is tested may sleep on it, where it is called `clock`.
waits() {
  local clock='Tests/TestSupport/TestClock\+(Deaf|Broken)'
  local clocks="($clock|Tests/CoreEngineStreamsTests/Support/StepClock)"
  { grep -rnE --include='*.swift' 'Task\.yield|sleep\(' Tests || true; } |
    { grep -vE "^$clocks\.swift:.*func sleep\(until" || true; } |
    { grep -vE "^$clock\.swift:.*clock\.sleep\(until" || true; } |
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

# Builds the programs of Fixtures/Clients, or one of them, and compares what each prints with what is
# expected.
clients() {
  local scratch=$1 configuration=$2 programs=(Fixtures/Clients/expected/*.txt) program
  shift 2
  [[ ${1-} != --product ]] || programs=("$2.txt")
  swift build -c "$configuration" --package-path Fixtures/Clients --scratch-path "$scratch" "$@"
  for program in "${programs[@]}"; do
    program=$(basename "$program" .txt)
    limited 120 "$scratch/$configuration/$program" | diff "Fixtures/Clients/expected/$program.txt" -
  done
}

# C-CROSSMOD, C-DEFAULTISO: each module alone and all, from a library of cores to an app, with either
# default isolation and language mode.
debug_clients() {
  clients .build/clients debug
}

# The same, optimised; on Linux, with Swift's libraries linked in.
release_clients() {
  local flags=()
  [[ $(uname) != Linux ]] || flags=(--static-swift-stdlib)
  clients .build/clients release ${flags[@]+"${flags[@]}"}
  local program
  for program in "Kernel:Sync|Support|Streams|Async" "Sync:Support|Streams|Async" "Streams:Async" \
    "Async:Sync|Streams"; do
    linked "${program%:*}" "${program#*:}"
  done
  nested .build/clients/release/SyncOnly nest
}

# A client of one module is linked with that, and not with those.
linked() {
  local symbols
  symbols=$("$(command -v nm || command -v llvm-nm)" ".build/clients/release/$1Only" |
    { grep CoreEngine || true; } | swift demangle)
  # That the one is there shows that the others would be seen.
  grep "CoreEngine$1" <<<"$symbols" >/dev/null
  { grep -E "CoreEngine($2)\." <<<"$symbols" || true; } |
    refuse "A client of CoreEngine$1 is linked with:"
}

# An action from inside `reduce` stops a program, which explains itself in a release build, too.
nested() {
  local message
  message=$(SWIFT_BACKTRACE=enable=no limited 120 "$@" 2>&1) &&
    { echo 'An action from inside reduce must stop the program.' >&2; return 1; }
  grep -F "the state of Counter changed while its reducer ran" <<<"$message" >/dev/null
}

# Modules that are built to be replaced without their clients.
library_evolution() {
  local configuration
  for configuration in debug release; do
    clients ".build/evolution-$configuration" "$configuration" --product Umbrella \
      -Xswiftc -enable-library-evolution
  done
}

# Kernel and Sync, and a client of theirs, in Embedded Swift: for this machine, where it runs, and for
# wasm32, where it needs three functions of whoever runs it.
embedded() {
  local scratch level name target
  local wasm=(-target wasm32-unknown-none-wasm -Xfrontend -disable-stack-protector)
  local flags=(
    -swift-version 6 -warnings-as-errors -enable-experimental-feature Embedded -wmo -parse-as-library
  )
  local sources=(
    -package-name coreengine -enable-upcoming-feature ExistentialAny
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
  )
  for scratch in .build/embedded/host .build/embedded/wasm; do
    rm -rf "$scratch"
    mkdir -p "$scratch"
    target=()
    [[ $scratch == */host ]] || target=("${wasm[@]}")
    for name in Kernel Sync; do
      find "Sources/CoreEngine$name" -name '*.swift' -print0 |
        xargs -0 swiftc "${flags[@]}" "${sources[@]}" ${target[@]+"${target[@]}"} -I "$scratch" -O -c \
          -module-name "CoreEngine$name" -emit-module \
          -emit-module-path "$scratch/CoreEngine$name.swiftmodule" -o "$scratch/CoreEngine$name.o"
    done
  done

  scratch=.build/embedded/host
  for level in -Onone -O; do
    swiftc "${flags[@]}" "$level" -I "$scratch" Fixtures/Embedded/Embedded.swift "$scratch"/*.o \
      -o "$scratch/Embedded"
    limited 120 "$scratch/Embedded" | diff Fixtures/Embedded/expected.txt -
  done
  # It stops there, too, though without a word.
  swiftc "${flags[@]}" -O -D NESTS -I "$scratch" Fixtures/Embedded/Embedded.swift "$scratch"/*.o \
    -o "$scratch/Nesting"
  local status=0
  { "$scratch/Nesting"; } >/dev/null 2>&1 || status=$?
  ((status > 128)) || { echo 'An action from inside reduce must stop the program.' >&2; return 1; }

  scratch=.build/embedded/wasm
  swiftc "${flags[@]}" "${wasm[@]}" -O -I "$scratch" -c Fixtures/Embedded/Embedded.swift \
    -o "$scratch/Embedded.o"
  printf '%s\n' posix_memalign free putchar >"$scratch/allowed.txt"
  "$(toolchain_programs)/wasm-ld" \
    --no-entry --export=__main_argc_argv --allow-undefined-file="$scratch/allowed.txt" \
    "$scratch"/*.o -o "$scratch/Embedded.wasm"
}

# On one core and on two, if the system lets us. Unoptimised, each case runs once.
stress() {
  local configuration cores seconds
  swift build -c release --product Stress
  for configuration in debug release; do
    seconds=$([[ $configuration == debug ]] && echo 0 || echo 1)
    for cores in 1 2; do
      if [[ $(uname) == Linux ]]; then
        ".build/$configuration/Stress" all --seconds "$seconds" --cores "$cores"
      else
        ".build/$configuration/Stress" all --seconds "$seconds"
      fi
    done
  done
  # Twenty readings come before memory is judged. Meanwhile the clients are built.
  .build/release/Stress soak --seconds 25 --every 1 >.build/soak.log 2>&1 &
  soak=$!
}

soaked() {
  local status=0
  wait "$soak" || status=$?
  cat .build/soak.log
  return "$status"
}

# They are built and their own tests run; measuring takes a quiet machine, and scripts/bench-gate.sh optimises.
benchmarks() {
  swift build --build-tests --package-path Benchmarks
  limited 600 swift test --skip-build --package-path Benchmarks
}

tools() {
  local flags=(--package-path Tools --scratch-path .build/tools)
  swift build --build-tests "${flags[@]}"
  limited 600 swift test --skip-build "${flags[@]}"
}

# Where the time limit strikes, something hangs: tests wait for events, without limits of their own.
limited() {
  if command -v timeout >/dev/null; then timeout -k 10 "$@"; else shift && "$@"; fi
}

sanitize_threads() {
  local -x COREENGINE_OPTIMIZED=1
  local flags=("${thread_sanitizer[@]}" "${whole_modules[@]}" --scratch-path .build/tsan)
  swift build --build-tests "${flags[@]}"
  limited 1200 swift test --disable-xctest --skip-build "${flags[@]}"
  .build/tsan/debug/Stress all --seconds 1
}

# Whatever is used after it was released, and in the library and the stress cases what is never released. The
# other tests run programs, which exit while their core lives, by Foundation's processes, which live on as
# well: the search does not see through weak references to what lives. XCTest, of which there are no tests,
# would be found to leak.
sanitize_addresses() {
  local flags=(--sanitize=address "${whole_modules[@]}" --scratch-path .build/asan) leaks=0
  # Elsewhere the sanitizer refuses to look for them.
  [[ $(uname) != Linux ]] || leaks=1
  swift build --build-tests "${flags[@]}"
  ASAN_OPTIONS=detect_leaks=$leaks limited 1200 \
    swift test --disable-xctest --skip-build --filter '^CoreEngine' "${flags[@]}"
  ASAN_OPTIONS=detect_leaks=0 limited 600 \
    swift test --disable-xctest --skip-build --skip '^CoreEngine' "${flags[@]}"
  ASAN_OPTIONS=detect_leaks=$leaks .build/asan/debug/Stress all --seconds 0
}

step 'format' lint
step 'imports' imports
step 'no waiting for time in tests' waits
step 'operators' operators
step 'branches for Apple platforms' scripts/apple-branches.sh
step 'reference and links' scripts/docs.sh --check
step 'mutants apply' scripts/mutants.sh --check
step 'debug build' swift build --build-tests
step 'programs that must not compile' scripts/must-not-compile.sh
step 'code of the documents' scripts/snippets.sh
step 'release build' swift build -c release
step 'tests' limited 600 swift test
step 'stress cases' stress
step 'clients, debug' debug_clients
step 'clients, release' release_clients
step 'client of modules with library evolution' library_evolution
step 'Embedded Swift' embedded
step 'soak' soaked
step 'benchmarks' benchmarks
step 'tools' tools
step 'the address sanitizer' sanitize_addresses
step 'the thread sanitizer' sanitize_threads
printf '\nAll checks passed in %s s.\n' "$SECONDS"
