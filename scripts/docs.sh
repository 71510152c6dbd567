#!/usr/bin/env bash
# Makes docs/reference of the doc comments. Fails where a public symbol has none, or one that leaves
# something out, and where a relative link of a markdown file is dead. --check makes nothing: it fails,
# with the difference, where docs/reference is not what the sources say.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

[[ $# == 0 || $* == --check ]] || { echo 'usage: scripts/docs.sh [--check]' >&2; exit 2; }

# Those before it are what a module imports. Support is no product, and has nothing public.
modules=(Kernel Sync Support Streams Async '' Testing)
pages=docs/reference
scratch=.build/docs
rm -rf "$scratch"
mkdir -p "$scratch/graphs"

# Compiles a module, of which a folder or file has the sources, for its symbols alone: that takes
# seconds.
compile() {
  find "$2" -name '*.swift' -print0 | LC_ALL=C sort -z |
    xargs -0 swiftc -emit-module -wmo -swift-version 6 -parse-as-library -package-name coreengine \
      -module-name "$1" -I "$scratch" -o "$scratch/$1.swiftmodule" \
      -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
      -enable-upcoming-feature MemberImportVisibility
}

triple=$(swift -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -1)
sdk=()
[[ $(uname) != Darwin ]] || sdk=(-sdk "$(xcrun --show-sdk-path)")
extract() {
  swift symbolgraph-extract -module-name "$1" -I "$scratch" -target "$triple" \
    ${sdk[@]+"${sdk[@]}"} -output-dir "$scratch/graphs" -minimum-access-level public \
    -emit-extension-block-symbols -skip-synthesized-members
}

# Elsewhere than on Apple platforms, stand-ins make the compiler see the bridge to Combine.
if [[ $(uname) != Darwin ]]; then
  for name in os Combine; do compile "$name" "Fixtures/AppleStandIns/$name.swift"; done
fi
for module in "${modules[@]}"; do
  compile "CoreEngine$module" "Sources/CoreEngine$module"
  [[ $module == Support ]] || extract "CoreEngine$module"
done

swift build --package-path Tools --scratch-path .build/tools --product reference-docs
docs=$(swift build --package-path Tools --scratch-path .build/tools --show-bin-path)/reference-docs

output=$pages
if [[ $* == --check ]]; then
  output=$scratch/pages
  [[ ! -d $pages ]] || cp -R "$pages" "$output"
fi
failed=
"$docs" pages --graphs "$scratch/graphs" --output "$output" --root "$PWD" --way-to-root ../.. \
  --overviews docs/modules \
  --only-where 'Combine can be imported' Sources/CoreEngineStreams/CombineBridge.swift || failed=1

if [[ $* == --check ]] && ! diff -ruN "$pages" "$output"; then
  printf '\n%s is not what the sources say: scripts/docs.sh makes it anew.\n' "$pages" >&2
  failed=1
fi
"$docs" links . || failed=1
[[ -z $failed ]]
