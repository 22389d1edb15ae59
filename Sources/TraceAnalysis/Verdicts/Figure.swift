package import TraceFormat

/// A number, or another fact, that a rule weighed, with its name.
package struct Figure: Sendable, Hashable {
  package enum Value: Sendable, Hashable {
    case count(UInt64)
    /// Nanoseconds.
    case duration(UInt64)
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    case moment(UInt64)
    /// The number of a life.
    case life(Int)
    case owner(OwnerID)
    case site(Site)
    /// Text of the traced program. It is untrusted.
    case text(String)
    case flag(Bool)
  }

  /// A few words: `longest of the ended`.
  package let name: String
  package let value: Value

  static func count(_ name: String, _ count: some BinaryInteger) -> Figure {
    Figure(name: name, value: .count(UInt64(clamping: count)))
  }

  static func duration(_ name: String, _ nanoseconds: UInt64) -> Figure {
    Figure(name: name, value: .duration(nanoseconds))
  }

  static func moment(_ name: String, _ time: UInt64) -> Figure { Figure(name: name, value: .moment(time)) }

  static func life(_ name: String, _ index: LifeIndex) -> Figure {
    Figure(name: name, value: .life(index.number))
  }

  static func owner(_ name: String, _ owner: OwnerID) -> Figure { Figure(name: name, value: .owner(owner)) }

  static func site(_ name: String, _ site: Site) -> Figure { Figure(name: name, value: .site(site)) }

  static func text(_ name: String, _ text: String) -> Figure { Figure(name: name, value: .text(text)) }

  static func flag(_ name: String, _ flag: Bool) -> Figure { Figure(name: name, value: .flag(flag)) }

  /// The type and the line of an owner, as far as they are known.
  static func make(_ type: String?, _ site: Site?) -> [Figure] {
    (type.map { [text("type", $0)] } ?? []) + (site.map { [self.site("made at", $0)] } ?? [])
  }
}
