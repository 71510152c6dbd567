// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "Tools",
  platforms: [.macOS(.v13)],
  products: [
    // For the fuzzer.
    .library(name: "ReferenceDocs", targets: ["ReferenceDocs"]),
    .executable(name: "reference-docs", targets: ["reference-docs"]),
    .executable(name: "snippets", targets: ["snippets"]),
  ],
  targets: [
    // Compiles the code of documents.
    .target(name: "Snippets", swiftSettings: settings),
    .executableTarget(
      name: "snippets", dependencies: ["Snippets"], path: "Sources/snippets-command",
      swiftSettings: settings),
    // Makes pages of symbol graphs, and checks links.
    .target(name: "ReferenceDocs", swiftSettings: settings),
    .executableTarget(
      name: "reference-docs", dependencies: ["ReferenceDocs"], swiftSettings: settings),
    .testTarget(name: "SnippetsTests", dependencies: ["Snippets"], swiftSettings: settings),
    .testTarget(
      name: "ReferenceDocsTests", dependencies: ["ReferenceDocs"], swiftSettings: settings),
  ]
)
