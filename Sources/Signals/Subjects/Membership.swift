import SignalTracing

/// A subscriber's place at a subject whose subscribers somebody counts: disposing it takes the subscriber out.
final class Membership: Disposable, @unchecked Sendable {
  private let rows: SubjectRows
  private let left: @Sendable () -> Void
  // Set before the gate can dispose this; cleared by whoever disposes it, once.
  private nonisolated(unsafe) var gate: Gate?

  /// - Parameter left: runs once, after the subscriber was taken out.
  init(of gate: Gate, at rows: SubjectRows, left: @escaping @Sendable () -> Void) {
    self.gate = gate
    self.rows = rows
    self.left = left
    super.init()
  }

  override func dispose() {
    guard let gate = exchange(&gate, with: nil) else { return }
    rows.remove(gate)
    left()
    super.dispose()
  }
}
