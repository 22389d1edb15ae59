import Foundation
import Testing

/// A program that runs and is marked, once by itself and once from outside.
private final class AskedProgram {
  let process = Process()
  let folder: Scratch
  private let words = Pipe()
  private let answers = Pipe()

  init(in folder: Scratch, recording: String = "app.rxtrace") throws {
    self.folder = folder
    process.executableURL = URL(fileURLWithPath: "\(Programs.testFolder)/RecordedProgram")
    process.arguments = ["asked"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = Programs.environment(with: ["RXTRACE": recording])
    process.standardInput = words
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Has it do something, and waits until that is done.
  func ask(_ word: String) {
    words.fileHandleForWriting.write(Data("\(word)\n".utf8))
    var answer = Data()
    while answer.last != 0x0a {
      let part = answers.fileHandleForReading.availableData
      if part.isEmpty { return }
      answer += part
    }
  }

  func rxtrace(_ arguments: String...) throws -> Outcome {
    try Programs.run(Programs.path("rxtrace"), arguments, in: folder.path)
  }

  func end() {
    try? words.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// `rxtrace mark` while a program runs, and what is made of it afterwards.
@Suite struct OutsideMarkTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// What is said of marks that the program made, with the words of those that were made beside them.
  private func translated(_ text: String) -> String { text.replacing("their", with: "our") }

  @Test func `between marks and rounds from outside there is what there is between the program's own`() throws
  {
    let program = try AskedProgram(in: scratch)
    program.ask("finish")
    for (their, our) in [("their start", "our start"), ("their end", "our end")] {
      program.ask("mark \(their)")
      let made = try program.rxtrace("mark", "app.rxtrace", our)
      #expect(made.status == 0, "\(made.errors)")
      #expect(made.output.hasSuffix("  \"\(our)\"\n"))
      program.ask("leave")
    }
    for _ in 0..<5 {
      program.ask("leave")
      program.ask("finish")
      program.ask("mark their round")
      let made = try program.rxtrace("mark", "--pid", "\(program.process.processIdentifier)", "our round")
      #expect(made.status == 0, "\(made.errors)")
    }
    // While it runs, and afterwards.
    for isOver in [false, true] {
      if isOver { program.end() }
      for (theirs, ours) in [
        (["--between", "their start", "their end"], ["--between", "our start", "our end"]),
        (["--rounds", "their round"], ["--rounds", "our round"]),
      ] {
        let options = ["leaks", "app.rxtrace", "--width", "200", "--settle", "1ms"]
        func leaks(_ more: [String]) throws -> [Substring] {
          let run = try Programs.run(Programs.path("rxtrace"), options + more, in: scratch.path)
          #expect(run.status == 0, "\(run.errors)")
          // Marks that come often are rounds without being asked for: then those that came first are named.
          return translated(run.output).split(separator: "\n")
            .filter { $0.contains("check") || $0.contains("LEAK") }
        }
        let (their, our) = (try leaks(theirs), try leaks(ours))
        #expect(!our.isEmpty)
        #expect(their == our)
      }
    }
    let leaks = try program.rxtrace("leaks", "app.rxtrace", "--between", "our start", "our end")
    #expect(leaks.output.contains("1 of 1 begun between the two marks was still alive"), "\(leaks.output)")
    let info = try program.rxtrace("info", "app.rxtrace")
    #expect(info.output.contains("marks: 14, 7 of them made from outside"), "\(info.output)")
    #expect(info.errors.isEmpty)
  }

  @Test func `every command shows a mark from outside at its moment`() throws {
    let program = try AskedProgram(in: scratch)
    program.ask("leave")
    #expect(try program.rxtrace("mark", "app.rxtrace", "deploy done").status == 0)
    program.ask("leave")
    program.end()
    let events = try program.rxtrace("events", "app.rxtrace").output.split(separator: "\n")
    let kinds = events.map { $0.split(separator: " ")[2] }
    #expect(kinds == ["subscribed", "mark", "subscribed"], "\(events)")
    for form in ["chrome", "jsonl", "csv-events"] {
      let exported = try program.rxtrace("export", "app.rxtrace", "--to", form)
      #expect(exported.output.contains("deploy done"), "\(form)")
    }
    for arguments in [
      ["render", "app.rxtrace", "--at", "deploy done"], ["stats", "app.rxtrace", "--from", "deploy done"],
      ["render", "app.rxtrace", "--view", "timeline", "--to", "deploy done"],
    ] {
      let run = try Programs.run(Programs.path("rxtrace"), arguments, in: scratch.path)
      #expect(run.status == 0, "\(arguments) \(run.errors)")
    }
  }

  @Test func `marks go with their recording when another one takes its name`() throws {
    let first = try AskedProgram(in: scratch)
    first.ask("leave")
    #expect(try first.rxtrace("mark", "app.rxtrace", "the first").status == 0)
    first.kill()
    let late = try first.rxtrace("mark", "app.rxtrace", "too late")
    #expect(late.status == 3)
    #expect(late.errors.contains("process \(first.process.processIdentifier), which wrote it, has ended"))
    let second = try AskedProgram(in: scratch)
    second.ask("leave")
    #expect(try second.rxtrace("mark", "app.rxtrace", "the second").status == 0)
    second.end()
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
    let older = try #require(names.first { $0.hasSuffix(".rxtrace") && $0 != "app.rxtrace" })
    #expect(names.contains(older + ".marks"))
    for (name, text) in [("app.rxtrace", "the second"), (older, "the first")] {
      let events = try second.rxtrace("events", name, "--kind", "mark").output
      #expect(
        events.hasSuffix("  0:1  \"\(text)\"\n") && events.split(separator: "\n").count == 1, "\(events)")
    }
    let ended = try second.rxtrace("mark", "app.rxtrace", "too late")
    #expect(ended.status == 3 && ended.errors.contains("the recording has ended"))
    // What is removed goes with its marks.
    #expect(try second.rxtrace("info", "app.rxtrace", "--remove-older").status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path).sorted()
        == ["app.rxtrace", "app.rxtrace.marks"])
  }

  @Test func `twenty who mark at once all have their mark`() throws {
    let program = try AskedProgram(in: scratch)
    program.ask("leave")
    let line = "seq 20 | xargs -P 20 -I N \"$0\" mark app.rxtrace 'mark N' > /dev/null"
    let run = try Programs.run("sh", ["-c", line, Programs.path("rxtrace")], in: scratch.path)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    program.end()
    let events = try program.rxtrace("events", "app.rxtrace", "--kind", "mark")
    #expect(events.output.split(separator: "\n").count == 20 && events.errors.isEmpty)
    #expect(Set(events.output.split(separator: "\"").filter { $0.hasPrefix("mark ") }).count == 20)
  }
}
