import TraceFormat

/// The leaks of a recording by what they are and where: those of one line are one, whatever their evidence.
struct LeakPlaces {
  struct Key: Hashable {
    let fingerprint: Fingerprint
    let place: OperatorOfFile
    let line: UInt32
  }

  /// The first leak of each, and how many subscriptions leaked.
  private(set) var leaks: [Key: (leak: Leak, count: Int)] = [:]

  init(_ leaks: [Leak], _ selection: Set<Int>?) {
    for leak in leaks where selection.map({ !$0.isDisjoint(with: leak.members) }) ?? true {
      let known = self.leaks[Key(leak)]
      self.leaks[Key(leak)] = (known?.leak ?? leak, (known?.count ?? 0) + leak.members.count)
    }
  }

  /// The keys of both, those of one leak beside each other. Where a leak's line is that of subscriptions,
  /// `lines` says where it is now; other lines are paired among themselves, and then what one fingerprint
  /// accuses elsewhere.
  func pairs(with newer: LeakPlaces, _ lines: [OperatorOfFile: LinePairs]) -> [(old: Key?, new: Key?)] {
    var partners: [Key: Key] = [:]
    for (key, entry) in leaks {
      guard let line = lines[key.place]?.newer[key.line] else { continue }
      let moved = Key(entry.leak, line: line)
      if newer.leaks[moved] != nil { partners[key] = moved }
    }
    var left = Set(newer.leaks.keys).subtracting(partners.values)
    let strangers = leaks.keys.filter { lines[$0.place]?.newer[$0.line] == nil }
    for (group, olds) in Dictionary(grouping: strangers, by: \.withoutLine) {
      let news = left.filter { $0.withoutLine == group && lines[$0.place]?.older[$0.line] == nil }
      let pairs = LinePairs(olds.map(\.line).sorted(), news.map(\.line).sorted())
      for old in olds { partners[old] = news.first { $0.line == pairs.newer[old.line] } }
    }
    left.subtract(partners.values)
    for old in leaks.keys.sorted() where partners[old] == nil {
      let elsewhere = left.filter { $0.fingerprint == old.fingerprint && $0.place != old.place }
      guard let new = elsewhere.min() else { continue }
      partners[old] = new
      left.remove(new)
    }
    return leaks.keys.map { ($0, partners[$0]) } + left.map { (nil, $0) }
  }
}

extension LeakPlaces.Key: Comparable {
  init(_ leak: Leak, line: UInt32? = nil) {
    self.init(
      fingerprint: leak.fingerprint, place: OperatorOfFile(leak.site), line: line ?? leak.site.line)
  }

  fileprivate var withoutLine: Self { Self(fingerprint: fingerprint, place: place, line: 0) }

  static func < (left: Self, right: Self) -> Bool {
    (left.fingerprint, left.place.file, left.line, left.place.operatorName)
      < (right.fingerprint, right.place.file, right.line, right.place.operatorName)
  }
}
