import Foundation
import Testing
import TraceFormat

/// Threads, processes and libraries that end where one would rather they did not.
@Suite struct EndTests {
  private func torture(_ arguments: String...) throws -> Outcome {
    try Programs.run("\(Programs.testFolder)/TorturedProgram", arguments)
  }

  @Test(arguments: ["exit", "cancel"])
  func `a thread that ends inside a delivery stops that subject and no other`(way: String) throws {
    let outcome = try torture("end", way)
    #expect(outcome.output == "heard 1 elsewhere 2000\n")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("an event is given up"))
  }

  @Test func `who cancels a thread that waits for a value does not hold up the sender`() throws {
    let outcome = try torture("waiting")
    #expect(outcome.output == "sent\n", "\(outcome)")
    #expect(outcome.status == 0)
  }

  @Test func `thread destructors and exit handlers may send`() throws {
    let outcome = try torture("late")
    #expect(outcome.output == "heard 1\nheard 11\nheard 21\nheard 31\nheard 51\nheard 41\n")
    #expect(outcome.status == 7)
  }

  @Test func `a signal handler that interrupts a delivery sends after it`() throws {
    let outcome = try torture("handler")
    #expect(outcome.output == "heard 1\nelsewhere 3\ndone 1\nheard 2\ndone 2\n")
    #expect(outcome.status == 0)
  }

  @Test func `a recording says which threads outlived it, and since when`() throws {
    let scratch = try Scratch()
    var (path, recording) = ("", Recording?.none)
    // Who gets no time for a second while it writes a record is not waited for: then nobody seals the recording.
    for attempt in 1...10 where recording?.isSealed != true {
      path = scratch.file("\(attempt).rxtrace")
      let outcome = try Programs.run(
        "\(Programs.testFolder)/TorturedProgram", ["leave"], environment: ["RXTRACE": path])
      #expect(outcome.status == 0)
      recording = try Recording.open(path)
    }
    #expect(recording?.isSealed == true && recording?.threadsAtEnd == 2)
    let told = try Programs.run("\(Programs.testFolder)/rxtrace", ["info", path]).output
    let line = #/ended: in good order; what 2 other threads did after \d+\.\d{3} s is not recorded/#
    #expect(told.contains(line), "\(told)")
  }

  @Test func `whatever draws conclusions says that threads outlived the recording`() throws {
    let scratch = try Scratch()
    let path = scratch.file("quiet.rxtrace")
    let outcome = try Programs.run(
      "\(Programs.testFolder)/TorturedProgram", ["leave", "quiet"], environment: ["RXTRACE": path])
    #expect(outcome.status == 0)
    func rxtrace(_ arguments: String...) throws -> Outcome {
      try Programs.run("\(Programs.testFolder)/rxtrace", arguments + [path])
    }
    let words = "not recorded: what 2 other threads did after the end"
    let told = [try rxtrace("leaks").output, try rxtrace("check").errors]
    for text in told { #expect(text.contains(words), "\(text)") }
    for verb in ["info", "leaks", "check"] {
      let json = try rxtrace(verb, "--format", "json").output
      #expect(json.contains(#""threads_at_end":2"#), "\(verb): \(json)")
    }
  }

  @Test func `a thread may end after the library that held the runtime was closed`() throws {
    let folder = Programs.testFolder
    let outcome = try Programs.run("\(folder)/LateLibrary", ["\(folder)/libSignalsDynamic.so", "closed"])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
