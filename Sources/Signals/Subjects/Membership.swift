import SignalTracing

/// Counts the subscribers of a subject.
protocol MembershipOwner: AnyObject, Sendable {
  /// One of them was taken out of these rows.
  func memberLeft(_ rows: SubjectRows)
}

/// A subscriber's place at a subject whose subscribers somebody counts: disposing it takes the subscriber out.
final class Membership: Disposable, @unchecked Sendable {
  private let rows: SubjectRows
  private let owner: any MembershipOwner
  // Set before the gate can dispose this; cleared by whoever disposes it, once.
  private nonisolated(unsafe) var gate: Gate?

  init(of gate: Gate, at rows: SubjectRows, countedBy owner: any MembershipOwner) {
    self.gate = gate
    self.rows = rows
    self.owner = owner
    super.init()
  }

  override func dispose(because reason: DisposalReason) {
    guard let gate = exchange(&gate, with: nil) else { return }
    rows.remove(gate)
    owner.memberLeft(rows)
    super.dispose(because: reason)
  }
}
