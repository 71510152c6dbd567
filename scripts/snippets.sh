#!/usr/bin/env bash
# Compiles every Swift block of README.md, the guides and the doc comments as a client would, and
# compares what it prints with what is said of it; Tools/README.md says how blocks are written.
# Needs a debug build.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Where there is no Combine, code that imports it is compiled against stand-ins.
modules=.build/apple/CoreEngineStreams.swiftmodule
if [[ $(uname) != Darwin ]]; then
  [[ -f $modules && -z $(find Sources Fixtures/AppleStandIns -name '*.swift' -newer "$modules") ]] ||
    scripts/apple-branches.sh
fi
tools=(--package-path Tools --scratch-path .build/tools)
swift build "${tools[@]}" --product snippets
# What is generated holds nothing that the doc comments do not.
find docs -path docs/reference -prune -o -name '*.md' -print0 | LC_ALL=C sort -z |
  xargs -0 "$(swift build "${tools[@]}" --show-bin-path)/snippets" \
    --build "$(swift build --show-bin-path)" --preambles Fixtures/Preambles \
    --stand-ins Fixtures/StandIns --stand-ins Fixtures/AppleStandIns --variant Combine=.build/apple \
    README.md CONTRIBUTING.md CHANGELOG.md */README.md Sources
