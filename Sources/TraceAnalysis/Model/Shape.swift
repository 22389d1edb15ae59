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
      let life = lives[index]
      let livingUpstreams = life.upstreams.filter { living[$0 - 1] }
      if !livingUpstreams.isEmpty { living[index] = true }
      var hash = StableHash()
      hash.add(life.site.operatorName)
      hash.add(life.site.file)
      hash.add(UInt64(life.site.line))
      hash.add(UInt8(truncatingIfNeeded: life.role.rawValue))
      hash.add(life.stateNumber)
      if livingUpstreams.isEmpty {
        for shape in Set(shapes(life.upstreams)).sorted() { hash.add(shape) }
      } else {
        for shape in shapes(livingUpstreams).sorted() { hash.add(shape) }
      }
      lives[index].shape = Shape(rawValue: hash.value)
    }
  }

  private func shapes(_ numbers: [Int]) -> [UInt64] { numbers.map { lives[$0 - 1].shape.rawValue } }
}

extension Life {
  fileprivate var stateNumber: UInt8 {
    if isAlive { return 0 }
    guard let ending else { return 1 }
    return ending.kind == .error ? 2 : 3
  }
}
