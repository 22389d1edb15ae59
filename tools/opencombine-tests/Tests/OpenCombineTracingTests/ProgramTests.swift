import Foundation
import Testing
import TraceAnalysis
import TraceFormat

extension OpenCombineTests {
  /// A program that is recorded as any other one: `Sources/PriceProgram`.
  @Suite("A program") struct ProgramTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "opencombine-\(UUID())")

    private func recorded() throws -> Forest {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "prices.rxtrace").path
      let (program, output) = (Process(), Pipe())
      program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "PriceProgram")
      program.environment = ["RXTRACE": "file:\(path)", "RXTRACE_WAIT": "1"]
      program.standardOutput = output
      try program.run()
      let text = try output.fileHandleForReading.readToEnd()
      program.waitUntilExit()
      #expect(program.terminationStatus == 0)
      #expect(text == Data("5\n".utf8))
      return Forest(reading: try Recording.open(path))
    }

    @Test func `the sinks that it forgets about are alive at the end, at their line`() throws {
      let forest = try recorded()
      #expect(forest.lives.count == 20)
      let left = forest.roots.filter(\.isAlive)
      #expect(left.count == 5)
      #expect(
        left.allSatisfy { $0.site.operatorName == "shown" && $0.site.file == "PriceProgram/main.swift" })
      #expect(left.allSatisfy { $0.site.line == 12 })
      #expect(forest.roots.count { $0.disposal?.reason == .explicit } == 5)
      #expect(left.map(\.values) == [10, 8, 6, 4, 2])
    }
  }
}
