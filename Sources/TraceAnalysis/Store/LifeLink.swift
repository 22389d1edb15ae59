/// Another life that a row names, or none, in half the room of an index.
struct LifeLink: Hashable, Sendable {
  /// Its number; 0 for none.
  var word: UInt32

  static var none: LifeLink {
    @inline(__always) get { LifeLink(word: 0) }
  }

  @inline(__always)
  init(word: UInt32) { self.word = word }

  @inline(__always)
  init(_ index: LifeIndex?) { word = index.map { UInt32(clamping: $0.number) } ?? 0 }

  var index: LifeIndex? {
    @inline(__always) get { word == 0 ? nil : LifeIndex(number: Int(word)) }
  }

  /// Follows a life to its new index. A life without one is named no more.
  mutating func move(_ newIndex: (LifeIndex) -> LifeIndex?) {
    if let index { self = LifeLink(newIndex(index)) }
  }
}
