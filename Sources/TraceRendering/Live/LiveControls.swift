package import TraceAnalysis

/// The wishes that the keys of a live view have told: a state machine, which needs no terminal.
package struct LiveControls: Sendable, Equatable {
  /// By what the rows are sorted.
  package enum Order: String, Sendable {
    case alive = "ALIVE"
    case growth = "+/s"
    case subscriptions = "SUBS/s"
    case values = "NEXT/s"
    case late = "LATE/s"
    case ended = "ENDS/s"
    case oldest = "OLDEST"
  }

  package enum Purpose: Sendable { case filter, mark }

  /// The subject of the view.
  package enum Subject: Sendable, Equatable {
    case recording
    /// The table of a process that nobody records.
    case table(process: Int32)
  }

  let subject: Subject
  package private(set) var order = Order.alive
  /// Only rows that hold this are shown; case does not matter.
  package private(set) var words = ""
  /// The text that is being typed, after `/` or `m`; nil when none is.
  package private(set) var typed: String?
  /// The purpose of the typed text.
  package private(set) var purpose = Purpose.filter
  /// Whether there is a recording that grows, which a mark can be written into.
  package var canMark = false
  /// The outcome of the last key, until the next one.
  package var remark: String?
  package private(set) var showsLeaks = false
  package private(set) var showsHelp = false
  /// How subscriptions are grouped into rows; nil for the grouping of the command line.
  package private(set) var grouping: StatsRow.Grouping?
  /// The row that is pointed at, from 0; nil for none.
  package private(set) var cursor: Int?
  /// Whether the subscriptions of that row are shown.
  package private(set) var showsDetails = false
  /// Whether the picture stays as it is.
  package private(set) var isPaused = false
  /// The number of steps in a recording that is played again. A negative number goes back.
  package private(set) var steps = 0
  /// Whether the view is to end.
  package private(set) var isOver = false

  private var markText: String?
  private var bytes: [UInt8] = []
  /// Bytes of a key that sends several, such as an arrow, yet to be passed over.
  private var isInEscape = false
  /// Whether it is a key that sends several.
  private var isSequence = false

  /// How subscriptions are grouped into rows before a key says otherwise.
  private let usualGrouping: StatsRow.Grouping

  package init(by grouping: StatsRow.Grouping = .site, of subject: Subject = .recording) {
    usualGrouping = grouping
    self.subject = subject
  }

  /// A byte from the keyboard.
  package mutating func press(_ byte: UInt8) {
    remark = nil
    if isInEscape {
      // An escape sequence ends with a letter or a tilde; if it begins with neither [ nor O, it is a key of
      // its own.
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || (0x30...0x3b).contains(byte) {
        isSequence = true
        return
      }
      let isArrow = isSequence
      leaveEscape()
      if isArrow, typed == nil, !isAnswered(.arrow(byte)) { arrow(byte) }
      return
    }
    if byte == 0x1b {
      (isInEscape, isSequence) = (true, false)
    } else if typed != nil {
      edit(byte)
    } else if !isAnswered(.byte(byte)) {
      command(byte)
    }
  }

  /// Whether a line says why the key has no use for the subject.
  private mutating func isAnswered(_ key: TableKey) -> Bool {
    if case .table(let process) = subject { remark = key.refusal(in: process) }
    return remark != nil
  }

  /// Nothing followed for a moment: an escape stood for itself.
  package mutating func pause() { if isInEscape { leaveEscape() } }

  /// An escape by itself leads back.
  private mutating func leaveEscape() {
    if !isSequence {
      if typed == nil { (cursor, showsDetails, isPaused) = (nil, false, false) }
      typed = nil
      (showsHelp, showsLeaks) = (false, false)
    }
    (isInEscape, isSequence) = (false, false)
  }

  private mutating func arrow(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A"): move(-1)
    case UInt8(ascii: "B"): move(1)
    case UInt8(ascii: "C"): steps += 1
    case UInt8(ascii: "D"): steps -= 1
    default: break
    }
  }

  /// Points at another row; ``keep(rows:)`` says how many there are.
  private mutating func move(_ count: Int) { cursor = max(0, cursor.map { $0 + count } ?? 0) }

  /// There are so many rows to point at.
  package mutating func keep(rows: Int) { cursor = cursor.flatMap { rows == 0 ? nil : min($0, rows - 1) } }

  /// The steps that were asked for since the last call.
  package mutating func takeSteps() -> Int {
    defer { steps = 0 }
    return steps
  }

  /// The text of a mark that was asked for since the last call.
  package mutating func takeMark() -> String? {
    defer { markText = nil }
    return markText
  }

  private mutating func begin(_ purpose: Purpose) {
    (self.purpose, typed, bytes, showsHelp) = (purpose, "", [], false)
  }

  private mutating func command(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4: isOver = true
    case UInt8(ascii: "s"): step(1)
    case UInt8(ascii: "S"): step(-1)
    case UInt8(ascii: "/"): begin(.filter)
    case UInt8(ascii: "m"):
      if canMark { begin(.mark) } else { remark = "nothing to mark: the recording has ended" }
    case UInt8(ascii: "l"): (showsLeaks, showsHelp) = (!showsLeaks, false)
    case UInt8(ascii: "g"): group()
    case UInt8(ascii: "j"): move(1)
    case UInt8(ascii: "k"): move(-1)
    case UInt8(ascii: " "): isPaused.toggle()
    case 0x0a, 0x0d:
      cursor = cursor ?? 0
      showsDetails.toggle()
    case UInt8(ascii: "?"), UInt8(ascii: "h"): showsHelp.toggle()
    default: break
    }
  }

  private mutating func edit(_ byte: UInt8) {
    switch byte {
    case 0x0a, 0x0d:
      let text = typed ?? ""
      switch purpose {
      case .filter: words = text
      case .mark: markText = text.contains { !$0.isWhitespace } ? text : nil
      }
      typed = nil
    case 3, 4: typed = nil
    case 0x7f, 0x08:
      var text = typed ?? ""
      if !text.isEmpty { text.removeLast() }
      (typed, bytes) = (text, Array(text.utf8))
    case 0x15: (typed, bytes) = ("", [])
    case ..<0x20: break
    default:
      bytes.append(byte)
      typed = String(decoding: bytes, as: UTF8.self)
    }
  }

  private mutating func group() {
    let all: [StatsRow.Grouping] = [.site, .owner, .operatorName, .file]
    let place = all.firstIndex(of: grouping ?? usualGrouping) ?? 0
    grouping = all[(place + 1) % all.count]
    (cursor, showsDetails) = (nil, false)
  }

  private var orders: [Order] {
    switch subject {
    case .recording: [.alive, .growth, .subscriptions, .values, .late, .oldest]
    case .table: [.alive, .growth, .subscriptions, .ended, .oldest]
    }
  }

  private mutating func step(_ count: Int) {
    let all = orders
    let place = all.firstIndex(of: order) ?? 0
    order = all[(place + count + all.count) % all.count]
  }
}
