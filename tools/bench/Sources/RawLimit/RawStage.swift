/// The least that any library must do for a value: a virtual call, and a call of a stored closure.
open class RawStage {
  public init() {}
  open func next(_ value: Int) {}
}

public final class RawSink: RawStage {
  private let receive: (Int) -> Void

  public init(_ receive: @escaping (Int) -> Void) { self.receive = receive }

  public override func next(_ value: Int) { receive(value) }
}

public final class RawMap: RawStage {
  private let transform: (Int) -> Int
  private let downstream: RawStage

  public init(_ downstream: RawStage, _ transform: @escaping (Int) -> Int) {
    self.downstream = downstream
    self.transform = transform
  }

  public override func next(_ value: Int) { downstream.next(transform(value)) }
}

public final class RawFilter: RawStage {
  private let isIncluded: (Int) -> Bool
  private let downstream: RawStage

  public init(_ downstream: RawStage, _ isIncluded: @escaping (Int) -> Bool) {
    self.downstream = downstream
    self.isIncluded = isIncluded
  }

  public override func next(_ value: Int) { if isIncluded(value) { downstream.next(value) } }
}

public final class RawScan: RawStage {
  private let combine: (Int, Int) -> Int
  @exclusivity(unchecked) private var result: Int
  private let downstream: RawStage

  public init(_ downstream: RawStage, _ initial: Int, _ combine: @escaping (Int, Int) -> Int) {
    self.downstream = downstream
    self.result = initial
    self.combine = combine
  }

  public override func next(_ value: Int) {
    result = combine(result, value)
    downstream.next(result)
  }
}

/// Sends a value on only if it differs from the value before.
public final class RawDistinct: RawStage {
  @exclusivity(unchecked) private var last: Int?
  private let downstream: RawStage

  public init(_ downstream: RawStage) { self.downstream = downstream }

  public override func next(_ value: Int) {
    if value != last {
      last = value
      downstream.next(value)
    }
  }
}

/// Drops the first values.
public final class RawSkip: RawStage {
  @exclusivity(unchecked) private var remaining: Int
  private let downstream: RawStage

  public init(_ downstream: RawStage, _ count: Int) {
    self.downstream = downstream
    remaining = count
  }

  public override func next(_ value: Int) {
    if remaining > 0 { remaining -= 1 } else { downstream.next(value) }
  }
}
