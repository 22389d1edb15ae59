internal import TraceFormat

/// What a subscription and all that was made for it look like, as one number: call sites, roles and
/// states, but no ids, times or counts. Trees of equal shape are drawn once.
///
/// What has finished below a living subscription does not count: two sessions are alike although one has
/// more behind it. Equal in every run.
public struct Shape: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension Forest {
  /// Sets the shapes, from the sources to the roots.
  mutating func findShapes() {
    var living = lives.map(\.isAlive)
    for index in topDown.reversed() {
      let upstreams = lives[index].upstreams
      let livingUpstreams = upstreams.filter { living[$0 - 1] }
      if !livingUpstreams.isEmpty { living[index] = true }
      var hash = StableHash()
      hash.add(lives[index].entry.hash)
      hash.add(UInt64(lives[index].site.line))
      hash.add(UInt8(truncatingIfNeeded: lives[index].role.rawValue))
      hash.add(lives[index].stateNumber)
      if livingUpstreams.isEmpty {
        for shape in distinct(upstreams.map { lives[$0 - 1].shape.rawValue }) { hash.add(shape) }
      } else {
        for shape in livingUpstreams.map({ lives[$0 - 1].shape.rawValue }).sorted() { hash.add(shape) }
      }
      lives[index].shape = Shape(rawValue: hash.value)
    }
  }

  private func distinct(_ shapes: [UInt64]) -> [UInt64] {
    shapes.count < 2 ? shapes : Set(shapes).sorted()
  }
}

extension Life {
  fileprivate var stateNumber: UInt8 {
    if isAlive { return 0 }
    guard hasEnding else { return 1 }
    return hasFailed ? 2 : 3
  }
}
