/// What a subscriber heard, in order. Unguarded: what calls it must do so one at a time.
final class Heard: @unchecked Sendable {
  private(set) var values: [Int] = []
  func add(_ value: Int) { values.append(value) }
}
