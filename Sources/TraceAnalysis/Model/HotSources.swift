/// A subject, relay or property of the traced program, as its subscribers tell of it.
package struct HotSource: Sendable, Identifiable {
  /// The program's number for it.
  package let id: UInt64
  /// The subscriptions that joined it, in the order of birth.
  package let members: LifeList
  /// When it first sent a value to one of them: a new one, or one that it held for whoever comes. Nil where
  /// none got any, or values were not recorded.
  package let firstValueAt: UInt64?
  /// When it was first seen to have completed or failed. Without a subscriber at that moment, that is when
  /// the next one came.
  package let endedAt: UInt64?
}

/// All that subscribers of a trace joined, in the order of the program's numbers. Empty where the recording
/// does not say.
package struct HotSources: RandomAccessCollection, Sendable {
  /// In the order of sources, and of births for each.
  private var members = LifeIndices()
  private var entries: [Entry] = []

  private struct Entry {
    let id: UInt64
    /// The first of its members; those of the next begin where they end.
    let first: UInt32
    var firstValue: UInt64?
    var end: UInt64?
  }

  init(_ rows: LifeRows) {
    var joined: [(source: UInt64, life: LifeIndex)] = []
    for index in rows.indices {
      let source = rows.hotSource(of: index)
      if source != 0 { joined.append((source, index)) }
    }
    joined.sort { ($0.source, $0.life) < ($1.source, $1.life) }
    members = LifeIndices(joined.lazy.map(\.life))
    for (place, one) in joined.enumerated() {
      if entries.last?.id != one.source {
        entries.append(Entry(id: one.source, first: UInt32(clamping: place)))
      }
      let last = entries.count - 1
      if let time = rows.firstValueAt(of: one.life) {
        entries[last].firstValue = Swift.min(entries[last].firstValue ?? .max, time)
      }
      if rows.flags(of: one.life).hasEnding {
        entries[last].end = Swift.min(entries[last].end ?? .max, rows.end(of: one.life).time)
      }
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(place: Int) -> HotSource {
    let entry = entries[place]
    let end = place + 1 < entries.count ? Int(entries[place + 1].first) : members.count
    return HotSource(
      id: entry.id, members: LifeList(members, Int(entry.first)..<end), firstValueAt: entry.firstValue,
      endedAt: entry.end)
  }

  /// The source with this number; nil for none that anybody joined.
  package subscript(id id: UInt64) -> HotSource? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? self[low] : nil
  }
}

extension Forest {
  /// The subjects, relays and properties that subscribers joined. Put in order the first time that somebody
  /// asks.
  package var hotSources: HotSources { table.hotSources }

  /// The subscriptions that joined this source, in the order of birth: the members of one that nobody joined
  /// are none.
  package func members(ofSource id: UInt64) -> LifeList { hotSources[id: id]?.members ?? [] }
}

extension Life {
  /// The program's number of its subject, relay or property. All subscribers of one subject have the same
  /// number. Nil for a subscription to something else, and where the recording does not say.
  public var hotSource: UInt64? {
    let source = table.rows.hotSource(of: index)
    return source == 0 ? nil : source
  }
}
