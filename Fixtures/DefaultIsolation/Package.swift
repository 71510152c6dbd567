// swift-tools-version: 6.2
import PackageDescription

// The same sources four times: with either default isolation, and with either rule for where
// nonisolated asynchronous functions run. Each folder is a link to Sources/Shapes.
func shapes(_ name: String, _ settings: [SwiftSetting]) -> Target {
  .executableTarget(
    name: name,
    dependencies: [.product(name: "CoreEngine", package: "CoreEngine")],
    swiftSettings: [.treatAllWarnings(as: .error)] + settings)
}

let caller = SwiftSetting.enableUpcomingFeature("NonisolatedNonsendingByDefault")
let main = SwiftSetting.defaultIsolation(MainActor.self)

let package = Package(
  name: "DefaultIsolation",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "CoreEngine", path: "../..")],
  targets: [
    shapes("Nonisolated", []),
    shapes("NonisolatedCaller", [caller]),
    shapes("OnMain", [main]),
    shapes("OnMainCaller", [main, caller]),
  ]
)
