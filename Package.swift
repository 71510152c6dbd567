// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Those of what the tests test. The thread sanitizer needs it optimised (scripts/toolchain.sh), the tests
/// not, which would take minutes.
let tested: [SwiftSetting] =
  settings
  + (Context.environment["COREENGINE_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])])

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: tested)
}

/// Tests may use what the library's deployment floor forbids.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: settings)
}

let package = Package(
  name: "CoreEngine",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "CoreEngine", targets: ["CoreEngine"]),
    .library(name: "CoreEngineKernel", targets: ["CoreEngineKernel"]),
    .library(name: "CoreEngineSync", targets: ["CoreEngineSync"]),
    .library(name: "CoreEngineStreams", targets: ["CoreEngineStreams"]),
    .library(name: "CoreEngineAsync", targets: ["CoreEngineAsync"]),
    .library(name: "CoreEngineTesting", targets: ["CoreEngineTesting"]),
  ],
  targets: [
    module("CoreEngineKernel"),
    module("CoreEngineSync", ["CoreEngineKernel"]),
    // A module of its own, since linkers take modules whole: clients of the two above go without.
    module("CoreEngineSupport"),
    module("CoreEngineStreams", ["CoreEngineKernel", "CoreEngineSync", "CoreEngineSupport"]),
    module("CoreEngineAsync", ["CoreEngineKernel", "CoreEngineSupport"]),
    module(
      "CoreEngine",
      ["CoreEngineKernel", "CoreEngineSync", "CoreEngineStreams", "CoreEngineAsync"]),
    module(
      "CoreEngineTesting",
      [
        "CoreEngineKernel", "CoreEngineSync", "CoreEngineSupport", "CoreEngineStreams",
        "CoreEngineAsync",
      ]),
    .executableTarget(
      name: "Counter",
      dependencies: [
        "CoreEngineKernel", "CoreEngineSync", "CoreEngineStreams", "CoreEngineAsync",
      ],
      path: "Examples/Counter", swiftSettings: tested),
    // Cases that may hang, trap or overflow, each run in a process of its own.
    .executableTarget(
      name: "Stress",
      dependencies: [
        "CoreEngineKernel", "CoreEngineStreams", "CoreEngineAsync", "CoreEngineTesting",
        "TestSupport",
      ],
      path: "Tests/Stress", swiftSettings: tested),
    .executableTarget(
      name: "LineCount", dependencies: ["CoreEngineAsync"], path: "Examples/LineCount",
      exclude: ["README.md"], swiftSettings: tested),
    .target(
      name: "TestSupport", dependencies: ["CoreEngineTesting"], path: "Tests/TestSupport",
      swiftSettings: tested),
    tests("CoreEngineKernelTests", ["CoreEngineKernel"]),
    tests("CoreEngineSyncTests", ["CoreEngineSync"]),
    tests("CoreEngineSupportTests", ["CoreEngineSupport"]),
    tests("CoreEngineStreamsTests", ["CoreEngineStreams"], exclude: ["SCENARIOS.md"]),
    tests("CoreEngineAsyncTests", ["CoreEngineAsync"], exclude: ["SCENARIOS.md"]),
    tests("CoreEngineTestingTests", ["CoreEngineTesting"]),
    tests("CounterTests", ["Counter"]),
    tests("StressTests", ["Stress"]),
    tests("LineCountTests", ["LineCount"]),
    // Compiled as a client's code is, without the upcoming features. One example uses the former
    // name of `PublisherCore`: its warning is meant to show.
    .testTarget(
      name: "CoreEngineTests", dependencies: ["CoreEngine", "TestSupport"],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .treatWarning("DeprecatedDeclaration", as: .warning),
      ]),
  ]
)
