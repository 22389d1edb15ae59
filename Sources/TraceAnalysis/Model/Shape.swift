internal import TraceFormat

/// The look of a subscription and its upstreams, as one number: call sites, roles and states, but no ids,
/// times or counts. Trees of equal shape are drawn once.
///
/// Finished upstreams of a living subscription do not count: two sessions are alike although one has more
/// behind it. Equal in every run.
package struct Shape: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension LifeTable {
  /// The shapes, from the sources to the roots.
  func findShapes() -> LifeArray<Shape> {
    var shapes = LifeArray(repeating: Shape(rawValue: 0), count: rows.count)
    var living = LifeArray(repeating: false, count: rows.count)
    for index in rows.indices where rows.flags(of: index).isAlive { living[index] = true }
    for index in topDown.reversed() {
      let site = sites[rows.site(of: index)]
      let upstreams = upstreams(of: index)
      let livingUpstreams = upstreams.filter { living[$0] }
      if !livingUpstreams.isEmpty { living[index] = true }
      var hash = StableHash()
      hash.add(site.hash)
      hash.add(UInt64(site.site.line))
      hash.add(UInt8(truncatingIfNeeded: rows.role(of: index).rawValue))
      hash.add(rows.flags(of: index).stateNumber)
      if livingUpstreams.isEmpty {
        for shape in distinct(upstreams.map { shapes[$0].rawValue }) { hash.add(shape) }
      } else {
        for shape in livingUpstreams.map({ shapes[$0].rawValue }).sorted() { hash.add(shape) }
      }
      shapes[index] = Shape(rawValue: hash.value)
    }
    return shapes
  }

  private func distinct(_ shapes: [UInt64]) -> [UInt64] {
    shapes.count < 2 ? shapes : Set(shapes).sorted()
  }
}

extension Life.Flags {
  fileprivate var stateNumber: UInt8 {
    if isAlive { return 0 }
    guard hasEnding else { return 1 }
    return contains(.failed) ? 2 : 3
  }
}
