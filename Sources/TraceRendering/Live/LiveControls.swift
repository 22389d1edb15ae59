/// What the keys of a live view have asked for: a machine without a terminal.
package struct LiveControls: Sendable, Equatable {
  /// By what the rows are sorted.
  package enum Order: String, CaseIterable, Sendable {
    case alive = "ALIVE"
    case growth = "+/s"
    case subscriptions = "SUBS/s"
    case values = "NEXT/s"
    case late = "LATE/s"
    case oldest = "OLDEST"
  }

  package private(set) var order = Order.alive
  /// Only rows that hold this are shown; case does not matter.
  package private(set) var words = ""
  /// What is being typed after `/`; nil when nothing is.
  package private(set) var typed: String?
  package private(set) var showsLeaks = false
  package private(set) var showsHelp = false
  /// Whether the view is to end.
  package private(set) var isOver = false

  private var bytes: [UInt8] = []
  /// Bytes of a key that sends several, such as an arrow, yet to be passed over.
  private var isInEscape = false

  package init() {}

  /// The line that names the keys.
  package static let keys = "q quit  s sort  / filter  l leaks  ? help"

  /// A byte from the keyboard.
  package mutating func press(_ byte: UInt8) {
    if isInEscape {
      // An escape sequence ends with a letter or a tilde; what begins with neither [ nor O is a key of its own.
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") || (0x30...0x3b).contains(byte) { return }
      isInEscape = false
      return
    }
    if byte == 0x1b {
      isInEscape = true
      typed = nil
      (showsHelp, showsLeaks) = (false, false)
    } else if typed != nil {
      edit(byte)
    } else {
      command(byte)
    }
  }

  /// Nothing followed for a moment: an escape stood for itself.
  package mutating func pause() { isInEscape = false }

  private mutating func command(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4: isOver = true
    case UInt8(ascii: "s"): step(1)
    case UInt8(ascii: "S"): step(-1)
    case UInt8(ascii: "/"): (typed, bytes, showsHelp) = ("", [], false)
    case UInt8(ascii: "l"): (showsLeaks, showsHelp) = (!showsLeaks, false)
    case UInt8(ascii: "?"), UInt8(ascii: "h"): showsHelp.toggle()
    default: break
    }
  }

  private mutating func edit(_ byte: UInt8) {
    switch byte {
    case 0x0a, 0x0d:
      words = typed ?? ""
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

  private mutating func step(_ count: Int) {
    let all = Order.allCases
    let place = all.firstIndex(of: order) ?? 0
    order = all[(place + count + all.count) % all.count]
  }
}
