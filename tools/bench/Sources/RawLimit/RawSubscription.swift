/// The least that a subscription can be: an object that ends it, and a flag.
public final class RawSubscription {
  @exclusivity(unchecked) private var stage: RawStage?
  @exclusivity(unchecked) public private(set) var isDisposed = false

  public init(_ stage: RawStage) { self.stage = stage }

  public func dispose() {
    isDisposed = true
    stage = nil
  }
}
