// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the rivals never enter the graph of the package that is measured.

/// A form of the core that is compared with the one in use (FORMS.md), and its rows. Both are files of `Signals` and
/// `SignalsRows`, by link, but for those that make the difference; there the module takes the place of `Signals`.
func form(_ name: String) -> [Target] {
  let alias = SwiftSetting.unsafeFlags(["-module-alias", "Signals=\(name)Form"])
  return [
    .target(
      name: "\(name)Form",
      dependencies: [
        .product(name: "SignalTracing", package: "rxtrace")
      ],
      path: "Sources/Forms/\(name)", swiftSettings: [alias]),
    .target(
      name: "\(name)Rows", dependencies: ["Harness", .target(name: "\(name)Form")],
      path: "Sources/Forms/Rows/\(name)", swiftSettings: [alias]),
  ]
}

let package = Package(
  name: "bench",
  products: [
    .executable(name: "bench", targets: ["bench"]),
    .executable(name: "bench-signals", targets: ["bench-signals"]),
    .executable(name: "bench-forms", targets: ["bench-forms"]),
    .library(name: "AllocationCounter", type: .dynamic, targets: ["CAllocationCounter"]),
  ],
  dependencies: [
    .package(name: "rxtrace", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: form("Virtual") + form("Hybrid") + form("Unasked") + [
    // What measures and what makes tables; it knows of no library.
    .target(name: "CBench"),
    .target(name: "Harness", dependencies: ["CBench"]),
    // Preloaded into a process whose allocations are counted.
    .target(name: "CAllocationCounter"),

    // Who is measured. The stages of the raw limit are a module of their own, as a library's are.
    .target(name: "SignalsRows", dependencies: ["Harness", .product(name: "Signals", package: "rxtrace")]),
    .target(
      name: "OpenCombineRows",
      dependencies: [
        "Harness",
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    .target(name: "RawLimit"),
    .target(name: "RawRows", dependencies: ["Harness", "RawLimit"]),

    .executableTarget(name: "bench", dependencies: ["Harness", "SignalsRows", "OpenCombineRows", "RawRows"]),
    // Without the rivals: builds in seconds, for what compares the package with itself.
    .executableTarget(name: "bench-signals", dependencies: ["Harness", "SignalsRows"]),
    .executableTarget(
      name: "bench-forms",
      dependencies: ["Harness", "SignalsRows", "VirtualRows", "HybridRows", "UnaskedRows"]),

    .testTarget(name: "HarnessTests", dependencies: ["Harness"]),
    .testTarget(
      name: "FormsTests",
      dependencies: [
        "Harness", "SignalsRows", "VirtualRows", "HybridRows", "UnaskedRows",
        .product(name: "SignalTracing", package: "rxtrace"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
