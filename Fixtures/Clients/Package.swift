// swift-tools-version: 6.2
import PackageDescription

func client(_ name: String, _ products: String..., settings: [SwiftSetting] = []) -> Target {
  .executableTarget(
    name: name,
    dependencies: products.map { .product(name: $0, package: "CoreEngine") },
    swiftSettings: [.treatAllWarnings(as: .error)] + settings)
}

/// The same sources each time, in a folder that is a link to Sources/Shapes.
func shapes(_ name: String, _ settings: [SwiftSetting]) -> Target {
  client(name, "CoreEngine", settings: settings)
}

let caller = SwiftSetting.enableUpcomingFeature("NonisolatedNonsendingByDefault")
let main = SwiftSetting.defaultIsolation(MainActor.self)
let swift5 = SwiftSetting.swiftLanguageMode(.v5)

// What clients do with the package, all in one, so that it is built once for all. Each program
// prints what expected/ says.
let package = Package(
  name: "Clients",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "CoreEngine", path: "../..")],
  targets: [
    // Each links one module, and what that is built on.
    client("KernelOnly", "CoreEngineKernel"),
    client("SyncOnly", "CoreEngineSync"),
    client("StreamsOnly", "CoreEngineStreams"),
    client("AsyncOnly", "CoreEngineAsync"),
    // All four by one import.
    client("Umbrella", "CoreEngine"),
    // An app that uses the cores of a feature library, which are made with the framework.
    .target(
      name: "Feature",
      dependencies: [
        .product(name: "CoreEngineStreams", package: "CoreEngine"),
        .product(name: "CoreEngineAsync", package: "CoreEngine"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "App", dependencies: ["Feature"], swiftSettings: [.treatAllWarnings(as: .error)]),
    // Either default isolation, either rule for where nonisolated asynchronous functions run, and
    // either language mode.
    shapes("Nonisolated", []),
    shapes("NonisolatedCaller", [caller]),
    shapes("OnMain", [main]),
    shapes("OnMainCaller", [main, caller]),
    shapes("Swift5", [swift5]),
    shapes("Swift5Caller", [swift5, caller]),
    shapes("Swift5OnMain", [swift5, main]),
  ]
)
