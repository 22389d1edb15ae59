// swift-tools-version: 6.2
import PackageDescription

// A package of its own: every module is built once more, by link, with the fuzzer's instruments in it (tools/fuzz/run).

let package = Package(
  name: "fuzz",
  dependencies: [.package(url: "https://github.com/apple/swift-collections", from: "1.6.0")],
  targets: [
    .target(name: "CChecksum"),
    .target(name: "CFiles"),
    .target(
      name: "TraceFormat",
      dependencies: ["CChecksum", "CFiles", .product(name: "HeapModule", package: "swift-collections")],
      exclude: ["FORMAT.md"]),
    .target(name: "TraceAnalysis", dependencies: ["TraceFormat"]),
    .target(name: "TraceRendering", dependencies: ["CReportFiles", "TraceAnalysis", "TraceFormat"]),
    .target(name: "CReportFiles", sources: ["files.c"]),
    .target(name: "TraceImport", dependencies: ["TraceFormat"]),
    .target(name: "CClock"),
    .target(
      name: "ProcessInspection", dependencies: ["CClock", "CFiles"], exclude: ["THREATS.md"]),
    // The files of RxTraceCommands that read what a person has written.
    .target(name: "CommandReaders", dependencies: ["ProcessInspection", "TraceAnalysis", "TraceRendering"]),
    .target(name: "TraceFixtures", dependencies: ["TraceFormat"]),

    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CommandReaders", "ProcessInspection", "TraceAnalysis", "TraceFixtures", "TraceFormat",
        "TraceImport", "TraceRendering",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("C") || target.name == "CommandReaders" {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
