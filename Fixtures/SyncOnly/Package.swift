// swift-tools-version: 6.2
import PackageDescription

// A client that links nothing but the synchronous core.
let package = Package(
  name: "SyncOnly",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "CoreEngine", path: "../..")],
  targets: [
    .executableTarget(
      name: "SyncOnly",
      dependencies: [.product(name: "CoreEngineSync", package: "CoreEngine")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
