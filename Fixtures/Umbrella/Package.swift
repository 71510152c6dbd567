// swift-tools-version: 6.2
import PackageDescription

// A client that has all four modules by one import.
let package = Package(
  name: "Umbrella",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "CoreEngine", path: "../..")],
  targets: [
    .executableTarget(
      name: "Umbrella",
      dependencies: [.product(name: "CoreEngine", package: "CoreEngine")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ]
)
