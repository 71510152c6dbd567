// swift-tools-version: 6.2
import PackageDescription

/// A client of one product, or of none, for `scripts/size.sh`.
func client(_ name: String, _ product: String? = nil) -> Target {
  .executableTarget(
    name: name,
    dependencies: product.map { [.product(name: $0, package: "CoreEngine")] } ?? [],
    swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "Weight",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "CoreEngine", path: "../..")],
  targets: [
    client("Empty"),
    client("UsesNothing", "CoreEngine"),
    client("UsesKernel", "CoreEngineKernel"),
    client("UsesSync", "CoreEngineSync"),
    client("UsesStreams", "CoreEngineStreams"),
    client("UsesAsync", "CoreEngineAsync"),
    client("UsesAll", "CoreEngine"),
  ]
)
