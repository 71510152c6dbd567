#!/usr/bin/env bash
# Compiles every Swift block of README.md, the guides and the doc comments as a client would, and
# compares what it prints with what is said of it; Tools/README.md says how blocks are written.
# Needs a debug build and, where there is no Combine, scripts/apple-branches.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

swift build --package-path Tools --product snippets
"$(swift build --package-path Tools --show-bin-path)/snippets" \
  --build "$(swift build --show-bin-path)" --preambles Fixtures/Preambles \
  --stand-ins Fixtures/StandIns --stand-ins Fixtures/AppleStandIns --variant Combine=.build/apple \
  README.md CONTRIBUTING.md CHANGELOG.md docs/*.md */README.md Sources
