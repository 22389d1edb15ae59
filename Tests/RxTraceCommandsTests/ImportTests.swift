import Foundation
import Testing
import TraceFixtures
import TraceFormat

@Suite struct ImportTests {
  private let folder: TemporaryFolder
  private let lines: [UInt8]
  private let count: Int

  init() throws {
    folder = try TemporaryFolder()
    let records = Feedd.records().compactMap { TracerLines.bpftrace($0) }
    count = records.count
    lines = Array(
      ("Attaching 22 probes...\n\(TracerLines.start)\n" + records.joined(separator: "\n") + "\n").utf8)
  }

  private func path(_ name: String) -> String { folder.file(name).path }

  @Test func `Saved and streamed lines give the same drawings as the recorder's file`() throws {
    let recorded = try SampleRecording.write(in: folder)
    try Data(lines).write(to: folder.file("feedd.lines"))
    let saved = try ToolRun.rxtrace("import", path("feedd.lines"), "-o", path("saved.rxtrace"))
    #expect(saved.status == 0 && saved.text.isEmpty)
    #expect(saved.errors.contains("process 4711  \(count) events  40 subscriptions"), "\(saved.errors)")
    let streamed = try ToolRun.rxtrace("import", "-", "-o", path("streamed.rxtrace"), "-q", input: lines)
    #expect(streamed.status == 0 && streamed.errors.isEmpty, "\(streamed.errors)")
    for arguments in [["leaks"], ["render", "--all"], ["render", "--view", "timeline"], ["stats"]] {
      let wanted = try ToolRun(ToolRun.tool, arguments + [recorded])
      #expect(wanted.status == 0)
      for name in ["saved", "streamed"] {
        let drawn = try ToolRun(ToolRun.tool, arguments + [path("\(name).rxtrace")])
        // The name of the program is not in these lines.
        func drawing(_ text: String) -> [Substring] {
          text.split(separator: "\n").dropFirst().filter {
            !$0.contains("next: rxtrace ") && !$0.contains("rxtrace check ")
          }
        }
        #expect(drawing(drawn.text) == drawing(wanted.text))
      }
    }
  }

  @Test func `Text without an event is not made a recording, and it is said what was looked for`() throws {
    let run = try ToolRun.rxtrace("import", "-", "-o", path("none.rxtrace"), input: Array("hello\n".utf8))
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("rxtrace: standard input holds no event\n  looked for: "), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: path("none.rxtrace")))
  }

  @Test func `A recording that is there stays, unless -f says otherwise`() throws {
    try Data("precious".utf8).write(to: folder.file("old.rxtrace"))
    let refused = try ToolRun.rxtrace("import", "-", "-o", path("old.rxtrace"), input: lines)
    #expect(refused.status == 4)
    #expect(try Data(contentsOf: folder.file("old.rxtrace")) == Data("precious".utf8))
    let replaced = try ToolRun.rxtrace("import", "-", "-o", path("old.rxtrace"), "-f", input: lines)
    #expect(replaced.status == 0)
    #expect(try Recording.open(path("old.rxtrace")).isSealed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["old.rxtrace"])
  }

  @Test func `A process that is not in the lines is refused with those that are`() throws {
    let run = try ToolRun.rxtrace("import", "-", "-o", path("none.rxtrace"), "--pid", "12", input: lines)
    #expect(run.status == 3)
    #expect(run.errors == "rxtrace: standard input holds no event of process 12; it holds some of: 4711\n")
  }

  @Test func `A file that is not there is named`() throws {
    let run = try ToolRun.rxtrace("import", path("nowhere"), "-o", path("none.rxtrace"))
    #expect(run.status == 3)
    #expect(run.errors.contains("nowhere: No such file or directory"), "\(run.errors)")
  }

  @Test func `Ctrl-C in a pipeline is the tracer's: what it says last is in the recording`() throws {
    try Data(lines).write(to: folder.file("feedd.lines"))
    let run = try ToolRun.shell(
      #"""
      mkfifo pipe
      "$RXTRACE_BIN" import - -o app.rxtrace < pipe &
      exec 3> pipe
      cat feedd.lines >&3
      until (( 0x$(awk '/^SigCgt/ { print $2 }' /proc/$!/status) & 2 )); do kill -0 $! || exit; sleep 0.01; done
      kill -INT $!
      printf '13000000000000\t4711\t1001\treleased\t1\n' >&3
      exec 3>&-
      wait $!
      """#, in: folder.path)
    #expect(run.status == 0)
    #expect(run.errors.contains("\(count + 1) events"), "\(run.errors)")
  }
}
