/// Processes of this very program that measure, and what they print.
struct Children {
  let program: String

  init(program: String = executablePath()) { self.program = program }

  /// Times rows in a process of their own, and adds what it measured.
  func time(_ rows: [Row], rounds: Int, into samples: inout [Entry: Samples]) throws(SubprocessFailure) {
    for line in try lines(["time", "\(rounds)"] + rows.map(\.name)) where line.count > 3 {
      samples[Entry(row: line[0], library: line[1]), default: Samples()].add(
        line[3...].compactMap { Double($0) })
    }
  }

  /// Blocks and bytes that a unit allocates. The counter is the library beside the program.
  func allocations(_ rows: [Row]) throws(SubprocessFailure) -> [Entry: (blocks: Double, bytes: Double)] {
    let counter =
      program.prefix(upTo: program.lastIndex(of: "/") ?? program.startIndex) + "/libAllocationCounter.so"
    var figures: [Entry: (blocks: Double, bytes: Double)] = [:]
    let lines = try lines(["allocations"] + rows.map(\.name), environment: ["LD_PRELOAD": String(counter)])
    for line in lines where line.count == 4 {
      guard let blocks = Double(line[2]), let bytes = Double(line[3]) else { continue }
      figures[Entry(row: line[0], library: line[1])] = (blocks, bytes)
    }
    return figures
  }

  /// Bytes and nanoseconds of each of so many living subscriptions; nil if the library does not say.
  func memory(_ library: String, count: Int, operators: Int) throws(SubprocessFailure) -> (
    bytes: Double, time: Double
  )? {
    let numbers = try numbers(["memory", library, "\(count)", "\(operators)"])
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  /// Nanoseconds of the first subscription of a process.
  func first(_ library: String) throws(SubprocessFailure) -> Double? {
    try numbers(["first", library]).first
  }

  /// Nanoseconds an event, and the share of events that arrived, while two threads send.
  func twoSenders(_ library: String, count: Int) throws(SubprocessFailure) -> (time: Double, arrived: Double)?
  {
    let numbers = try numbers(["senders", library, "\(count)"])
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }

  private func numbers(_ arguments: [String]) throws(SubprocessFailure) -> [Double] {
    try lines(arguments).first?.compactMap { Double($0) } ?? []
  }

  private func lines(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws(SubprocessFailure) -> [[String]] {
    try output(of: program, arguments, environment: environment).split(separator: "\n").map { line in
      line.split(separator: "\t").map(String.init)
    }
  }
}
