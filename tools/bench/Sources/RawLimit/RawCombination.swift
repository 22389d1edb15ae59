/// The latest of two sources, combined.
public final class RawCombination {
  @exclusivity(unchecked) fileprivate var left: Int?
  @exclusivity(unchecked) fileprivate var right: Int?
  fileprivate let receive: (Int, Int) -> Void

  public init(_ receive: @escaping (Int, Int) -> Void) { self.receive = receive }

  fileprivate func send() { if let left, let right { receive(left, right) } }

  public var leftInlet: RawStage { Left(self) }
  public var rightInlet: RawStage { Right(self) }

  private final class Left: RawStage {
    let combination: RawCombination
    init(_ combination: RawCombination) { self.combination = combination }
    override func next(_ value: Int) {
      combination.left = value
      combination.send()
    }
  }

  private final class Right: RawStage {
    let combination: RawCombination
    init(_ combination: RawCombination) { self.combination = combination }
    override func next(_ value: Int) {
      combination.right = value
      combination.send()
    }
  }
}
