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
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "CoreEngine", path: "..")],
  targets: [
    // What needs no clock: statistics, arguments, tables, charts.
    .target(name: "Measuring", swiftSettings: settings),
    .executableTarget(
      name: "bench",
      dependencies: ["Measuring", .product(name: "CoreEngine", package: "CoreEngine")],
      swiftSettings: settings),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: settings),
  ]
)
