// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that neither rivals nor neighbours ever enter the graph of the package that is measured.

let package = Package(
  name: "bench",
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "bench-signals", targets: ["bench-signals"]),
    .library(name: "AllocationCounter", type: .dynamic, targets: ["CAllocationCounter"]),
  ],
  dependencies: [
    .package(name: "rxtrace", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
  ],
  targets: [
    // These two measure and make tables; they know of no library.
    .target(name: "CBench"),
    .target(name: "Harness", dependencies: ["CBench"]),
    // Preloaded into a process whose allocations are counted.
    .target(name: "CAllocationCounter"),

    // The libraries that are measured. The stages of the raw limit are a module of their own, as a library's are.
    .target(
      name: "SignalsRows",
      dependencies: [
        "Harness", .product(name: "Signals", package: "rxtrace"),
        .product(name: "SignalsFoundation", package: "rxtrace"),
      ]),
    .target(
      name: "OpenCombineRows",
      dependencies: [
        "Harness",
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    .target(
      name: "AsyncChannelRows",
      dependencies: ["Harness", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .target(name: "RawLimit"),
    .target(name: "RawRows", dependencies: ["Harness", "RawLimit"]),

    .executableTarget(
      name: "bench",
      dependencies: ["Harness", "SignalsRows", "OpenCombineRows", "AsyncChannelRows", "RawRows"]),
    // Without the rivals: builds in seconds, for comparisons of the package with itself.
    .executableTarget(name: "bench-signals", dependencies: ["Harness", "SignalsRows"]),

    .testTarget(name: "HarnessTests", dependencies: ["Harness"]),
    // Another package that a program may have beside this one: both ends of the bridges meet it here.
    .testTarget(
      name: "AsyncAlgorithmsTests",
      dependencies: [
        .product(name: "Signals", package: "rxtrace"),
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
