import TraceFormat

/// The lines that `record.bt`, `lifecycle.bt` and `record.stp` print.
///
///     NANOSECONDS \t PROCESS \t THREAD \t WORD \t NUMBER … \t TEXT … \t .
///
/// A line that carries texts ends in a tab and a full stop, since a text may hold the end of a line.
enum TabbedLine {
  private static let tab = UInt8(ascii: "\t")

  /// Whether the next line belongs to this one: it carries a text, and its end has not come.
  static func goesOn(_ line: ArraySlice<UInt8>) -> Bool {
    var cursor = LineCursor(line)
    guard cursor.takeNumber(UInt64.self) != nil, cursor.take("\t"), cursor.take(upTo: tab) != nil,
      cursor.take(upTo: tab) != nil, let word = cursor.take(upTo: tab),
      let signature = ProbeSignature.byWord[word]
    else { return false }
    return signature.recorded.contains(where: \.isText) && !line.ends(with: "\t.")
  }

  static func read(_ line: ArraySlice<UInt8>) -> ProbeLine {
    var cursor = LineCursor(line)
    if cursor.take("rxtrace-lines\t") { return start(cursor) }
    if line.elementsEqual("rxtrace-lines-of\tlifecycle".utf8) { return .lifecycleOnly }
    guard let time = cursor.takeNumber(UInt64.self), cursor.take("\t") else {
      return lost(line) ?? left(line) ?? .other
    }
    guard let process = cursor.takeNumber(UInt32.self), cursor.take("\t"),
      let thread = cursor.takeNumber(UInt32.self), cursor.take("\t"), let word = cursor.take(upTo: tab)
    else { return .damaged }
    if word.elementsEqual("process".utf8) {
      guard line.ends(with: "\t.") else { return .damaged }
      return .process(process, name: String(decoding: cursor.rest.dropLast(2), as: UTF8.self))
    }
    guard let signature = ProbeSignature.byWord[word],
      let (numbers, texts) = arguments(of: signature, in: cursor.rest),
      let firing = ProbeFiring(
        signature.makes, numbers: numbers, texts: texts, time: time, process: process, kernelThread: thread)
    else { return .damaged }
    return .firing(firing)
  }

  /// `@values[4711, 25]: 3830`, as bpftrace prints at its end what `lifecycle.bt` has counted for a
  /// subscription that lives.
  private static func left(_ line: ArraySlice<UInt8>) -> ProbeLine? {
    var cursor = LineCursor(line)
    guard cursor.take("@values["), let process = cursor.takeNumber(UInt32.self), cursor.take(", "),
      let subscription = cursor.takeNumber(UInt64.self), cursor.take("]: "),
      let count = cursor.takeNumber(UInt64.self), let id = SubscriptionID(subscription)
    else { return nil }
    return .left(process, .counted(id, values: count))
  }

  private static func arguments(
    of signature: ProbeSignature, in bytes: ArraySlice<UInt8>
  ) -> (numbers: [UInt64], texts: [String: String])? {
    let parameters = signature.recorded
    let hasTexts = parameters.last?.isText == true
    guard !hasTexts || bytes.ends(with: "\t.") else { return nil }
    var cursor = LineCursor(hasTexts ? bytes.dropLast(2) : bytes)
    var numbers: [UInt64] = []
    var texts: [String: String] = [:]
    for (index, parameter) in parameters.enumerated() {
      let isLast = index == parameters.count - 1
      if !parameter.isText {
        guard let number = cursor.takeNumber(UInt64.self), isLast || cursor.take("\t") else { return nil }
        numbers.append(number)
      } else if isLast {
        // Only the last text may hold a tab.
        texts[parameter.name] = cursor.text
        return (numbers, texts)
      } else {
        guard let text = cursor.take(upTo: tab) else { return nil }
        texts[parameter.name] = String(decoding: text, as: UTF8.self)
      }
    }
    return cursor.isAtEnd ? (numbers, texts) : nil
  }

  private static func start(_ cursor: LineCursor) -> ProbeLine {
    var cursor = cursor
    guard cursor.take("1\t"), let monotonic = cursor.takeNumber(UInt64.self), cursor.take("\t"),
      let wallClock = DecimalSeconds.nanoseconds(cursor.rest)
    else { return .damaged }
    return .start(monotonic: monotonic, wallClock: wallClock)
  }

  /// `Lost 123 events`, as bpftrace says it; `WARNING: There were 123 transport failures.`, as SystemTap
  /// does.
  private static func lost(_ line: ArraySlice<UInt8>) -> ProbeLine? {
    var cursor = LineCursor(line)
    if cursor.take("Lost "), let count = cursor.takeNumber(UInt64.self), cursor.take(" event") {
      return .lost(count)
    }
    cursor = LineCursor(line)
    if cursor.skip(past: Array("There were ".utf8)), let count = cursor.takeNumber(UInt64.self),
      cursor.take(" transport failure")
    {
      return .lost(count)
    }
    return nil
  }
}
