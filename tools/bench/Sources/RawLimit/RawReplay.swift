/// Keeps the last values, and sends them to those who come.
public final class RawReplay {
  @exclusivity(unchecked) private var kept: [Int]
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var count = 0
  private let source = RawSource()

  public init(_ capacity: Int) { kept = Array(repeating: 0, count: capacity) }

  public func next(_ value: Int) {
    kept[next] = value
    next = next + 1 == kept.count ? 0 : next + 1
    if count < kept.count { count += 1 }
    source.next(value)
  }

  public func add(_ stage: RawStage) { source.add(stage) }

  public func replay(to stage: RawStage) {
    var index = count < kept.count ? 0 : next
    for _ in 0..<count {
      stage.next(kept[index])
      index = index + 1 == kept.count ? 0 : index + 1
    }
  }
}
