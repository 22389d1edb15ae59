internal import TraceFormat

extension Forest {
  /// How many values a subject has sent to one other subscriber since this one ended: at least so many.
  func valuesHeardSinceEnd(of member: Life) -> UInt64 {
    guard let source = member.hotSource, let end = member.endedAt, !member.traits.contains(.buffers) else {
      return 0
    }
    let heard = members(ofSource: source).lazy.map { index -> UInt64 in
      let other = self.lives[index]
      guard let first = other.firstValueAt, let last = other.lastValueAt, last > end else { return 0 }
      // A value that it held for whoever came is not a new one.
      if other.subscribedAt > end { return other.values - (other.hadValueAsItBegan ? 1 : 0) }
      // Both got the values up to the end. Of one that had values before, only the last is sure.
      guard first >= member.subscribedAt else { return 1 }
      return max(1, other.values - min(other.values, member.values))
    }
    return heard.max() ?? 0
  }

  /// The same, or how many it was sent while nobody was there.
  func valuesSinceEnd(of member: Life) -> UInt64 {
    guard let source = member.hotSource, let end = member.endedAt else { return 0 }
    return max(valuesHeardSinceEnd(of: member), unheard[source].map { $0.since > end ? $0.count : 0 } ?? 0)
  }
}
