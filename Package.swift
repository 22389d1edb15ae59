// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "rxtrace",
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsDynamic", type: .dynamic, targets: ["Signals"]),
    .library(name: "SignalsFoundation", targets: ["SignalsFoundation"]),
    .library(name: "SignalsMetrics", targets: ["SignalsMetrics"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
    .library(name: "SignalTracing", targets: ["SignalTracing"]),
    .library(name: "AsyncTracing", targets: ["AsyncTracing"]),
    .library(name: "OpenCombineTracing", targets: ["OpenCombineTracing"]),
    .library(name: "SwiftTasks", targets: ["SwiftTasks"]),
    .library(name: "SwiftTasksTesting", targets: ["SwiftTasksTesting"]),
    // librxtasks.so, to be preloaded.
    .library(name: "rxtasks", type: .dynamic, targets: ["SwiftTasks"]),
    .library(name: "TraceFormat", targets: ["TraceFormat"]),
    .library(name: "TraceAnalysis", targets: ["TraceAnalysis"]),
    .library(name: "TraceRendering", targets: ["TraceRendering"]),
    .executable(name: "rxtrace", targets: ["rxtrace"]),
    .executable(name: "logtap", targets: ["logtap"]),
    .plugin(name: "leaks", targets: ["LeaksPlugin"]),
  ],
  traits: [
    .trait(name: "Metrics", description: "Builds SignalsMetrics, and swift-metrics for it."),
    .trait(name: "OpenCombine", description: "Builds OpenCombineTracing, and OpenCombine for it."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // Neither fetched nor built without their traits.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", .upToNextMinor(from: "0.14.0")),
  ],
  targets: [
    // A running program.
    .target(name: "CClock"),
    .target(name: "CSignalProbes", dependencies: ["CClock"]),
    // The recorder's half in C.
    .target(name: "CRecorder", dependencies: ["CClock", "CSignalProbes"]),
    .target(
      name: "SignalTracing", dependencies: ["CRecorder", "CSignalProbes", "TraceFormat"],
      exclude: ["RELIABILITY.md"]),
    .target(
      name: "Signals",
      dependencies: [
        "SignalTracing", "TraceFormat",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ],
      exclude: ["CONTRACT.md"]
    ),

    // The living subscriptions of a process as metrics. Nearly empty without the trait. Its tests are in tools/metrics-endpoint.
    .target(
      name: "SignalsMetrics",
      dependencies: [
        "SignalTracing", "TraceFormat",
        .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
      ]),

    // Sources and schedulers of Foundation.
    .target(
      name: "SignalsFoundation",
      dependencies: [
        "Signals", "SignalTracing", "TraceFormat",
        .product(name: "DequeModule", package: "swift-collections"),
      ]),

    // Sequences, streams and tasks of Swift concurrency that are to be traced.
    .target(name: "AsyncTracing", dependencies: ["SignalTracing", "TraceFormat"]),

    // The subscriptions of OpenCombine. Nearly empty without the trait. Its tests are in tools/opencombine-tests.
    .target(
      name: "OpenCombineTracing",
      dependencies: [
        "CSignalProbes", "SignalTracing", "TraceFormat",
        .product(
          name: "OpenCombine", package: "OpenCombine", condition: .when(traits: ["OpenCombine"])),
      ]),

    // The tasks of a program, which need not know of it.
    .target(name: "CSwiftTasks"),
    .target(name: "SwiftTasks", dependencies: ["CSwiftTasks", "SignalTracing", "TraceFormat"]),

    // Tests of programs.
    .target(
      name: "SignalsTesting",
      dependencies: ["Signals", "SignalTracing", "TraceFormat", "TraceAnalysis", "TraceRendering"]),

    .target(
      name: "SwiftTasksTesting",
      dependencies: [
        "CSwiftTasks", "SwiftTasks", "SignalsTesting", "SignalTracing", "Symbolization", "TraceAnalysis",
      ]),

    // A trace file.
    .target(name: "CChecksum"),
    .target(name: "CFiles"),
    .target(
      name: "TraceFormat",
      dependencies: ["CChecksum", "CFiles", .product(name: "HeapModule", package: "swift-collections")],
      exclude: ["FORMAT.md"]),
    .target(name: "TraceAnalysis", dependencies: ["TraceFormat"]),
    .target(name: "TraceRendering", dependencies: ["CReportFiles", "TraceAnalysis", "TraceFormat"]),
    // The page's markup, style and script, compiled in as they are.
    .target(
      name: "CReportFiles",
      exclude: [
        "report.html", "report.css", "model.js", "rows.js", "scale.js", "lanes.js", "overview.js",
        "copying.js", "panel.js",
        "sight.js", "choosing.js", "search.js", "mouse.js", "keyboard.js", "main.js",
      ]),
    .target(name: "TraceImport", dependencies: ["TraceFormat"]),
    // Scripts of probes/ that the tool runs, compiled in as they are.
    .target(name: "CProbeFiles"),
    .target(
      name: "TraceExport", dependencies: ["TraceAnalysis", "TraceFormat"],
      exclude: ["SCHEMA.md", "SCHEMA.json", "FLEET.md"]),

    // A program from outside: its file, its memory, who traces it.
    .target(
      name: "ProcessInspection", dependencies: ["CClock", "CFiles"], exclude: ["THREATS.md"]),

    // Lines of a program's addresses, from its debug information.
    .target(name: "Symbolization", dependencies: ["ProcessInspection", "TraceFormat"]),

    // The command line.
    .target(
      name: "RxTraceCommands",
      dependencies: [
        "CFiles", "CProbeFiles", "TraceFormat", "TraceImport", "TraceExport", "TraceAnalysis",
        "TraceRendering", "ProcessInspection", "Symbolization",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["CAPABILITIES.md"]
    ),
    .executableTarget(name: "rxtrace", dependencies: ["RxTraceCommands"]),

    // `swift package leaks`. It runs the installed tool: nobody's build has to make one.
    .plugin(
      name: "LeaksPlugin",
      capability: .command(
        intent: .custom(verb: "leaks", description: "Run the package's program, and judge its subscriptions.")
      ),
      path: "Sources/LeaksPlugin"),

    // Real programs to trace.
    .executableTarget(
      name: "logtap",
      dependencies: ["Signals", .product(name: "ArgumentParser", package: "swift-argument-parser")],
      path: "Sources/Examples/logtap"),

    // Shared by the tests of several targets.
    .target(name: "TraceFixtures", dependencies: ["TraceFormat"], path: "Tests/Fixtures"),

    // A program to be recorded, killed, forked and starved by the recorder's tests.
    .executableTarget(
      name: "RecordedProgram", dependencies: ["SignalTracing", "TraceFormat", "CRecordedProgram"],
      path: "Tests/Helpers/RecordedProgram"),
    .target(name: "CRecordedProgram", path: "Tests/Helpers/CRecordedProgram"),

    // A program that forks, cancels, interrupts and exits wherever it should not.
    .executableTarget(
      name: "TorturedProgram", dependencies: ["Signals", "SignalTracing", "TraceFormat", "CTorturedProgram"],
      path: "Tests/Helpers/TorturedProgram"),
    .target(
      name: "CTorturedProgram", dependencies: ["CRecorder"], path: "Tests/Helpers/CTorturedProgram"),

    // A program with known numbers of everything, for kernel tracers to count.
    .executableTarget(
      name: "ProbedProgram", dependencies: ["Signals", "SignalTracing", "TraceFormat", "CSignalProbes"],
      path: "Tests/Helpers/ProbedProgram"),
    .executableTarget(name: "LateLibrary", path: "Tests/Helpers/LateLibrary"),

    // A program whose memory tells an observer of subscriptions that nobody made.
    .executableTarget(name: "HostileTable", path: "Tests/Helpers/HostileTable"),

    // The program that README begins with.
    .executableTarget(name: "ReadmeProgram", dependencies: ["Signals"], path: "Tests/Helpers/ReadmeProgram"),

    // Small programs with a known fault each, and healthy ones that look guilty: what the verdicts are measured by.
    .executableTarget(
      name: "LeakPrograms", dependencies: ["Signals", "SignalsFoundation", "SignalTracing"],
      path: "Tests/Programs",
      exclude: ["Field/reports.txt", "Field/first-run.txt", "Field/state.txt", "Async", "Streams", "Tasks"]),

    // A program of tasks that knows nothing of us.
    .executableTarget(name: "TaskProgram", path: "Tests/Programs/Tasks"),
    // Another one, with streams.
    .executableTarget(name: "StreamProgram", path: "Tests/Programs/Streams"),
    // A program whose loops, streams and tasks say that they are to be traced.
    .executableTarget(name: "AsyncProgram", dependencies: ["AsyncTracing"], path: "Tests/Programs/Async"),

    .testTarget(
      name: "TraceFormatTests", dependencies: ["TraceFormat", "TraceFixtures"], exclude: ["Recordings"]),
    .testTarget(
      name: "SignalTracingTests",
      dependencies: ["SignalTracing", "CSignalProbes", "TraceFormat", "RecordedProgram", "TraceFixtures"]),
    .testTarget(
      name: "SignalsTests",
      dependencies: [
        "Signals", "SignalsFoundation", "SignalsTesting", "SignalTracing", "TraceAnalysis", "TraceFormat",
      ]),
    .testTarget(
      name: "AsyncTracingTests",
      dependencies: [
        "AsyncTracing", "AsyncProgram", "SignalsTesting", "SignalTracing", "TraceAnalysis", "TraceFormat",
      ]),
    .testTarget(name: "SignalsFoundationTests", dependencies: ["SignalsFoundation", "Signals"]),
    .testTarget(
      name: "SignalsTestingTests",
      dependencies: ["SignalsTesting", "Signals", "TraceAnalysis", "TraceFormat", "TraceFixtures"]),
    .testTarget(
      name: "SwiftTasksTestingTests", dependencies: ["SwiftTasksTesting", "SignalsTesting", "TraceAnalysis"]),
    .testTarget(
      name: "TraceImportTests",
      dependencies: ["TraceImport", "TraceAnalysis", "TraceFormat", "TraceFixtures"]),
    .testTarget(
      name: "ProcessInspectionTests",
      dependencies: ["CClock", "CFiles", "ProcessInspection", "TraceFixtures"]),
    .testTarget(
      name: "TraceAnalysisTests", dependencies: ["TraceAnalysis", "TraceFormat", "TraceFixtures"]),
    .testTarget(
      name: "TraceRenderingTests",
      dependencies: ["TraceRendering", "TraceAnalysis", "TraceFormat", "TraceFixtures"]),
    .testTarget(
      name: "RxTraceCommandsTests",
      dependencies: [
        "RxTraceCommands", "rxtrace", "RecordedProgram", "TraceFormat", "TraceAnalysis", "TraceRendering",
        "ProcessInspection", "TraceExport", "TraceFixtures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Goldens"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TraceFormat", "TraceAnalysis", "TraceFixtures", "rxtrace", "logtap", "ProbedProgram", "LateLibrary",
        "TorturedProgram", "ReadmeProgram", "HostileTable", "TaskProgram",
        "StreamProgram",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

let withoutSwift = ["CRecorder", "CSignalProbes", "CReportFiles", "CProbeFiles"]
for target in package.targets where target.type != .plugin && !withoutSwift.contains(target.name) {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
