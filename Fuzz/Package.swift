// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// It takes minutes to optimise the pipelines of all operators, which only a long run is worth.
let programs: [SwiftSetting] =
  Context.environment["FUZZ_OPTIMIZED"] == nil ? [.unsafeFlags(["-Onone"])] : []

let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "CoreEngine", path: ".."),
    .package(name: "Tools", path: "../Tools"),
  ],
  targets: [
    // What the tests of the library use, too: links to their files.
    .target(
      name: "TestSupport",
      dependencies: [.product(name: "CoreEngineTesting", package: "CoreEngine")],
      swiftSettings: settings),
    // Optimised always, since that takes seconds.
    .target(
      name: "FuzzAsync",
      dependencies: ["TestSupport", .product(name: "CoreEngine", package: "CoreEngine")],
      swiftSettings: settings),
    .target(
      name: "FuzzSymbols",
      dependencies: ["TestSupport", .product(name: "ReferenceDocs", package: "Tools")],
      swiftSettings: settings),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "FuzzAsync",
        "FuzzSymbols",
        "TestSupport",
        .product(name: "CoreEngine", package: "CoreEngine"),
        .product(name: "CoreEngineTesting", package: "CoreEngine"),
      ],
      swiftSettings: settings + programs),
  ]
)
