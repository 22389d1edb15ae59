// swift-tools-version: 6.2
import PackageDescription

// The tests of SignalsMetrics, in a package of its own: it turns on the trait Metrics of the main package, as a
// user's package does. SwiftPM tells packages apart by the names of their folders: a clone of the main package
// may have any name but this folder's.

let package = Package(
  name: "metrics-endpoint",
  dependencies: [
    .package(name: "rxtrace", path: "../..", traits: ["Metrics"]),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    .testTarget(
      name: "SignalsMetricsTests",
      dependencies: [
        .product(name: "Signals", package: "rxtrace"),
        .product(name: "SignalsMetrics", package: "rxtrace"),
        .product(name: "SignalTracing", package: "rxtrace"),
        .product(name: "TraceFormat", package: "rxtrace"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Yams", package: "Yams"),
      ])
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
