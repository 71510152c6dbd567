// swift-tools-version: 6.2
import PackageDescription

// An app that uses the cores of a feature library, which are made with the framework.
let package = Package(
  name: "ThreeModules",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "CoreEngine", path: "../..")],
  targets: [
    .target(
      name: "Feature",
      dependencies: [
        .product(name: "CoreEngineStreams", package: "CoreEngine"),
        .product(name: "CoreEngineAsync", package: "CoreEngine"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "App", dependencies: ["Feature"], swiftSettings: [.treatAllWarnings(as: .error)]),
  ]
)
