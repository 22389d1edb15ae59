// swift-tools-version: 6.2
import PackageDescription

// A package of its own: every module is built once more, by link, with the fuzzer's instruments in it (tools/fuzz/run).

let package = Package(
  name: "fuzz",
  targets: [
    .target(name: "TraceFormat", exclude: ["FORMAT.md"]),
    .target(name: "TraceAnalysis", dependencies: ["TraceFormat"]),
    .target(name: "TraceRendering", dependencies: ["TraceAnalysis", "TraceFormat"]),
    .target(name: "TraceImport", dependencies: ["TraceFormat"]),
    .target(name: "ProcessInspection"),
    .target(name: "TraceFixtures", dependencies: ["TraceFormat"]),

    .executableTarget(
      name: "fuzz",
      dependencies: [
        "ProcessInspection", "TraceAnalysis", "TraceFixtures", "TraceFormat", "TraceImport",
        "TraceRendering",
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
