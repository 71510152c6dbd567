#!/usr/bin/env bash
# C-LINUX: type-checks what only Apple platforms compile, the bridge to Combine and their branch of
# the lock, against stand-ins that make `canImport` true. Leaves the modules in .build/apple.
# (Data races are found after type checking, hence -emit-sil.)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=.build/apple
flags=(
  -swift-version 6 -warnings-as-errors -package-name coreengine -I "$scratch"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
)
rm -rf "$scratch"
mkdir -p "$scratch"
for name in os Combine; do
  swiftc -emit-module -swift-version 6 -parse-as-library -module-name "$name" \
    -o "$scratch/$name.swiftmodule" "Fixtures/AppleStandIns/$name.swift"
done

# Makes a module with some options.
module() {
  local name=CoreEngine$1
  shift
  find "Sources/$name" -name '*.swift' -print0 |
    xargs -0 swiftc -parse-as-library -module-name "$name" "${flags[@]}" "$@"
}

for name in Kernel Sync Support Streams; do
  module "$name" -emit-module -o "$scratch/CoreEngine$name.swiftmodule"
done
module Streams -emit-sil -wmo -o /dev/null
