/// The same stages for values that are counted references.
open class RawStringStage {
  public init() {}
  open func next(_ value: String) {}
}

public final class RawStringSink: RawStringStage {
  private let receive: (String) -> Void

  public init(_ receive: @escaping (String) -> Void) { self.receive = receive }

  public override func next(_ value: String) { receive(value) }
}

public final class RawStringMap: RawStringStage {
  private let transform: (String) -> String
  private let downstream: RawStringStage

  public init(_ downstream: RawStringStage, _ transform: @escaping (String) -> String) {
    self.downstream = downstream
    self.transform = transform
  }

  public override func next(_ value: String) { downstream.next(transform(value)) }
}

public final class RawStringFilter: RawStringStage {
  private let isIncluded: (String) -> Bool
  private let downstream: RawStringStage

  public init(_ downstream: RawStringStage, _ isIncluded: @escaping (String) -> Bool) {
    self.downstream = downstream
    self.isIncluded = isIncluded
  }

  public override func next(_ value: String) { if isIncluded(value) { downstream.next(value) } }
}
