import Glibc

/// Runs the command of the command line with these libraries; the others are compared with the first.
public func runBench(_ contestants: [Contestant]) {
  var arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
  do {
    switch arguments.next() {
    case "list":
      for row in Row.all where arguments.includes(row) { print("\(row.name)\tper \(row.unit)") }

    // Commands for a process of its own: it measures.
    case "time":
      let rounds = try arguments.number("ROUNDS")
      try printTimes(of: contestants, rows: try arguments.rows(), rounds: rounds)
    case "allocations": printAllocations(of: contestants, rows: try arguments.rows())
    case "marks": runBetweenMarks(contestants, rows: try arguments.rows())
    case "memory":
      let contestant = try arguments.contestant(contestants)
      let count = try arguments.number("COUNT")
      printMemory(of: contestant, count: count, operators: try arguments.number("OPERATORS"))
    case "hold":
      let contestant = try arguments.contestant(contestants)
      hold(contestant, to: try arguments.number("MOST"))
    case "first": printFirst(of: try arguments.contestant(contestants))
    case "senders":
      let contestant = try arguments.contestant(contestants)
      printTwoSenders(to: contestant, count: try arguments.number("COUNT"))

    // Commands that start those processes, and make something of their output.
    case "report": try report(contestants, arguments)
    case "compare": try compare(arguments)
    case "check": try check(contestants, arguments)
    case "growth":
      let violations = try growth(of: contestants[0], to: try arguments.number("MOST"))
      for violation in violations { say(violation) }
      guard violations.isEmpty else { exit(1) }
    case "profile": try profile(contestants, arguments)
    case let word: throw Usage("there is no '\(word ?? "")'")
    }
  } catch let usage as Usage {
    say(usage.description)
    exit(64)
  } catch {
    say("\(error)")
    exit(1)
  }
}

/// A line for a person who waits, on standard error.
func say(_ line: String) {
  let text = "bench: \(line)\n"
  _ = text.utf8.withContiguousStorageIfAvailable { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// A command line that makes no sense.
struct Usage: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
