import Foundation
import Testing

/// Runs of the scripts in `probes/` on a program whose numbers are known.
struct ToolboxRun {
  let scratch: Scratch
  /// A copy of the program: tracers by path see this test's processes alone.
  let program: String

  init() throws {
    scratch = try Scratch()
    program = scratch.file("ProbedProgram")
    // By `cp`: a child that another test starts meanwhile would inherit this process's open copy ("text file busy").
    let copied = try Programs.run("cp", [Programs.path("ProbedProgram"), program])
    try #require(copied.status == 0, "\(copied.errors)")
  }

  static func script(_ name: String) -> String { "\(Programs.repository)/probes/\(name)" }

  /// Room for what a bpftrace that got no processor comes to read seconds later. Not for one that is told to end while a
  /// program sends without a pause: it would read on.
  static let room = ["BPFTRACE_PERF_RB_PAGES": "1024"]

  /// Runs a script by path, on a program that it starts: the whole life of the program is seen.
  func trace(_ script: String, _ scenario: String, parameters: [String] = []) throws -> Outcome {
    let outcome = try Programs.run(
      "bpftrace", ["-c", "\(program) \(scenario)", Self.script(script), program] + parameters,
      environment: Self.room)
    try #require(outcome.status == 0, "\(script): \(outcome.errors)\(outcome.output)")
    return outcome
  }

  /// Starts bpftrace and waits until it is attached to everything, `probes` of the running `target` among it.
  func attach(_ arguments: [String], to target: LiveProgram, probes: [String]) throws -> LiveProgram {
    let tracer = try LiveProgram("bpftrace", arguments)
    try tracer.waitUntilAttached()
    let semaphores = try Semaphores(pid: target.pid, program: program)
    for probe in probes {
      try #require(try semaphores.count(probe) > 0, "\(probe): \(tracer.errors)\(tracer.output)")
    }
    return tracer
  }
}

/// What a bpftrace script prints of its maps.
struct PrintedMaps {
  struct Entry: Equatable {
    var map: String
    var keys: [String]
    var value: Int
  }

  /// In the order of their printing; a map that is printed again is there again.
  let entries: [Entry]

  init(_ output: String) {
    entries = output.split(separator: "\n").compactMap { line in
      guard let match = line.wholeMatch(of: /@(\w+)\[(.*)\]: (-?\d+)/), let value = Int(match.output.3) else {
        return nil
      }
      return Entry(
        map: String(match.output.1), keys: match.output.2.components(separatedBy: ", "), value: value)
    }
  }

  /// The values of all entries whose keys contain `key`, added up.
  func sum(of key: String) -> Int {
    entries.filter { $0.keys.contains(key) }.reduce(0) { $0 + $1.value }
  }

  /// How many samples each histogram holds, by the name of its map and its key: `us[map]`.
  static func histograms(_ output: String) -> [String: Int] {
    var samples: [String: Int] = [:]
    var name = ""
    for line in output.split(separator: "\n") {
      if let match = line.wholeMatch(of: /@(\w+\[.*\]): */) {
        name = String(match.output.1)
      } else if let match = line.prefixMatch(of: /[\[(][^|]*[\])] +(\d+) \|/), let count = Int(match.output.1)
      {
        samples[name, default: 0] += count
      }
    }
    return samples
  }

  /// Where a histogram's first bucket begins.
  static func lowestBucket(of name: String, in output: String) -> Int? {
    let text = output.components(separatedBy: "@\(name)").last?.components(separatedBy: "\n\n").first ?? ""
    guard let match = text.firstMatch(of: /[\[(](\d+)([KM]?)/), let number = Int(match.output.1) else {
      return nil
    }
    return number << (["K": 10, "M": 20][String(match.output.2)] ?? 0)
  }
}
