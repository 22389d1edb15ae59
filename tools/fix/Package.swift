// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody else pays for swift-syntax, which takes minutes to build. It stands here, beside
// tools/bench and tools/fuzz: SwiftPM looks for the targets of the main package below Sources, and a package in there would
// be in its way. It shares no code with the main package: rxtrace's JSON is all that it reads.

let package = Package(
  name: "rxtrace-fix",
  products: [.executable(name: "rxtrace-fix", targets: ["rxtrace-fix"])],
  dependencies: [
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(
      name: "Fixing",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .executableTarget(
      name: "rxtrace-fix",
      dependencies: [
        "Fixing", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // For tools/fix/judge alone: makes a program with a fault out of one that has its repair beside it.
    .executableTarget(
      name: "fold-mended",
      dependencies: [
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
      ]),
    .testTarget(name: "FixingTests", dependencies: ["Fixing"]),
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
