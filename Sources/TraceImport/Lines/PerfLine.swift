/// The lines that `perf script` prints of the probes' events, whether `perf probe` defined them or
/// `probes/perf-events` did.
///
///     app  4711 [001]  6219.211938379: racsignal:next: (559ff78e3ecd) subscription=5 event=7 …
///     4711/4712  6219.211938: sdt_racsignal:next: (559ff78e3ecd) arg1=5 arg2=7 …
enum PerfLine {
  private static let blank = UInt8(ascii: " ")
  private static let colon = UInt8(ascii: ":")
  private static let quote = UInt8(ascii: "\"")

  static func read(_ line: ArraySlice<UInt8>) -> ProbeLine {
    guard let (signature, head, arguments) = parts(of: line) else { return lost(line) ?? .other }
    // Before the time stands the processor, in brackets, if at all; before that process and thread. The name
    // of the program, first, may hold anything.
    let words = head.split(separator: blank)
    guard let time = words.last.flatMap(DecimalSeconds.nanoseconds),
      let who = words.dropLast().last(where: { $0.first != UInt8(ascii: "[") })
    else { return .damaged }
    let numbers = who.split(separator: UInt8(ascii: "/")).map { UInt32(decimal: $0) }
    guard let thread = numbers.last ?? nil, let (integers, texts) = values(of: signature, in: arguments),
      let firing = ProbeFiring(
        signature.makes, numbers: integers, texts: texts, time: time,
        process: numbers.count == 2 ? numbers[0] : nil, kernelThread: thread)
    else { return .damaged }
    return .firing(firing)
  }

  /// The probe; what stands before its name, up to the time; what stands behind it. The event is called after
  /// its probe, with `sdt_` before if `perf probe` made it.
  private static func parts(
    of line: ArraySlice<UInt8>
  ) -> (ProbeSignature, head: ArraySlice<UInt8>, arguments: ArraySlice<UInt8>)? {
    var from = line.startIndex
    while let end = line[from...].firstIndex(of: colon) {
      from = end + 1
      guard end > line.startIndex, line[end - 1] &- 0x30 < 10, from < line.endIndex, line[from] == blank
      else { continue }
      let name = line[from...].drop { $0 == blank }.prefix { $0 != blank }
      guard name.last == colon else { continue }
      var cursor = LineCursor(name.dropLast())
      _ = cursor.take("sdt_")
      if let signature = ProbeSignature.byName[cursor.rest] {
        return (signature, line[..<end], line[name.endIndex...])
      }
    }
    return nil
  }

  private static func values(
    of signature: ProbeSignature, in arguments: ArraySlice<UInt8>
  ) -> (numbers: [UInt64], texts: [String: String])? {
    var cursor = LineCursor(arguments)
    var numbers: [UInt64] = []
    var texts: [String: String] = [:]
    for (index, parameter) in signature.parameters.enumerated() {
      let isNamed = cursor.skip(past: Array(" \(parameter.name)=".utf8))
      guard isNamed || cursor.skip(past: Array(" arg\(index + 1)=".utf8)) else {
        if parameter.isText { continue }
        return nil
      }
      if !parameter.isText {
        guard let number = number(cursor.rest.prefix { $0 != blank }) else { return nil }
        numbers.append(number)
      } else if isNamed, cursor.take("\"") {
        // By perf's own definition a text is an address; where it could not be read there is no quote.
        texts[parameter.name] = text(cursor.rest, before: signature.parameters.dropFirst(index + 1).first)
      }
    }
    return (numbers, texts)
  }

  /// Up to the quote before the next parameter, or the last one: a text may hold quotes.
  private static func text(_ bytes: ArraySlice<UInt8>, before next: ProbeSignature.Parameter?) -> String {
    let end =
      next.flatMap { bytes.firstIndex(of: Array("\" \($0.name)=\"".utf8)) } ?? bytes.lastIndex(of: quote)
    return String(decoding: bytes[..<(end ?? bytes.endIndex)], as: UTF8.self)
  }

  /// Decimal, or hexadecimal as perf prints addresses, or below zero where an old perf takes a number for
  /// signed.
  private static func number(_ text: ArraySlice<UInt8>) -> UInt64? {
    if let number = UInt64(decimal: text) { return number }
    let words = String(decoding: text, as: UTF8.self)
    if words.hasPrefix("0x") { return UInt64(words.dropFirst(2), radix: 16) }
    return Int64(words).map { UInt64(bitPattern: $0) }
  }

  /// `… PERF_RECORD_LOST lost 123`, as `perf script --show-lost-events` says it.
  private static func lost(_ line: ArraySlice<UInt8>) -> ProbeLine? {
    var cursor = LineCursor(line)
    guard cursor.skip(past: Array("PERF_RECORD_LOST lost ".utf8)), let count = cursor.takeNumber(UInt64.self)
    else {
      return nil
    }
    return .lost(count)
  }
}
