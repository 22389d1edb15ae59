import TraceAnalysis

extension LiveControls {
  /// The last lines of a screen: the keys, the wishes that they have told, and the words that are being
  /// typed.
  func foot(_ pen: Pen) -> [Line] {
    func line(_ line: Line) -> [Line] { [pen.cut(line, to: pen.page.width)] }
    if let typed {
      let (before, after) =
        purpose == .filter
        ? ("/", "enter: filter   esc: as before") : ("mark: ", "enter: mark now   esc: no mark")
      return line(pen(before) + pen(visible(typed), .bold, limit: 200) + pen("   " + after, .dim))
    }
    if let remark { return line(pen(visible(remark), .bold, limit: 300)) }
    if showsHelp { return help.map { pen.cut(pen($0, .dim), to: pen.page.width) } }
    var words = [keys]
    if order != .alive { words.append("sorted by \(order.rawValue)") }
    if !self.words.isEmpty { words.append("only \(visible(self.words))") }
    return line(pen(words.joined(separator: "   "), .dim, limit: 300))
  }

  /// The line that names the keys.
  private var keys: String {
    switch subject {
    case .recording: "q quit  s sort  g group  / filter  l leaks  ? help"
    case .table: "q quit  s sort  g group  / filter  space stand still  ? help"
    }
  }

  /// All of them, in two columns.
  private var help: [String] {
    switch subject {
    case .recording:
      [
        "q      quit                      s S    sort by the next, the previous column",
        "/      only rows with these words  g    by site, owner, operator, file",
        "j k    the next, the previous row  enter  the subscriptions of that row",
        "space  stand still, go on        arrows back, forward in a played recording",
        "l      the leaks, with paths and fixes  m    write a mark into the recording",
        "esc    back to the table         ?      this help",
      ]
    case .table:
      [
        "q      quit                      s S    sort by the next, the previous column",
        "/      only rows with these words  g    by site, owner, operator, file",
        "space  stand still, go on        esc    go on          ?      this help",
      ]
    }
  }
}
