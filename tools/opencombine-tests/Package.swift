// swift-tools-version: 6.2
import PackageDescription

// The tests of OpenCombineTracing, in a package of its own: it turns on the trait OpenCombine of the main package,
// as a user's package does. SwiftPM tells packages apart by the names of their folders: this folder may not be
// called opencombine, and a clone of the main package may have any name but this folder's.

let package = Package(
  name: "opencombine-tests",
  dependencies: [
    .package(name: "rxtrace", path: "../..", traits: ["OpenCombine"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    // A program that forgets about subscriptions.
    .executableTarget(
      name: "PriceProgram",
      dependencies: [
        .product(name: "OpenCombineTracing", package: "rxtrace"),
        .product(name: "OpenCombine", package: "OpenCombine"),
      ]),
    .testTarget(
      name: "OpenCombineTracingTests",
      dependencies: [
        "PriceProgram",
        .product(name: "OpenCombineTracing", package: "rxtrace"),
        .product(name: "SignalTracing", package: "rxtrace"),
        .product(name: "TraceAnalysis", package: "rxtrace"),
        .product(name: "TraceFormat", package: "rxtrace"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
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
