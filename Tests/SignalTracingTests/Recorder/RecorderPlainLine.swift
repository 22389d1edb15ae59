import TraceFormat

extension TraceRecord {
  /// The record as `tools/read-rxtrace` prints it.
  var plainLine: String {
    let name = "\(event.kind)"
    return (["\(time)", "\(thread.rawValue)", name] + event.plainFields).joined(separator: " ")
  }
}

extension TraceEvent {
  fileprivate var plainFields: [String] {
    let plain = fields.flatMap(\.plain)
    if case .next(_, _, _, nil) = self { return plain + ["-"] }
    return plain
  }
}

extension RecordField {
  fileprivate var plain: [String] {
    switch content {
    case .subscription(let id): ["\(id?.rawValue ?? 0)"]
    case .event(let event): ["\(event?.rawValue ?? 0)"]
    case .owner(let owner): ["\(owner?.rawValue ?? 0)"]
    case .number(let number): ["\(number)"]
    case .role(let role): ["\(role.rawValue)"]
    case .word(let number, _): ["\(number)"]
    case .text(let text): [shown(text)]
    case .site(nil): ["-", "-", "0"]
    case .site(let site?):
      [shown(site.operatorName), shown(site.file), "\(site.line)"]
        + (form == "site" ? ["\(site.traits.rawValue)"] : [])
    }
  }

  private func shown(_ text: String?) -> String {
    guard let text else { return "-" }
    var result = "\""
    for scalar in text.unicodeScalars {
      if (0x21..<0x7f).contains(scalar.value), scalar != "\"", scalar != "\\" {
        result.unicodeScalars.append(scalar)
      } else {
        result += "\\\(String(scalar.value, radix: 16));"
      }
    }
    return result + "\""
  }
}
