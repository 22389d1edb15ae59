import SignalTracing
import TraceFormat

/// Counts the subscribers of a subject.
protocol MembershipOwner: AnyObject, Sendable {
  /// One of them was taken out of these rows.
  func memberLeft(_ rows: SubjectRows)
}

/// A subscriber's place at a subject whose subscribers somebody counts: disposing it takes the subscriber
/// out.
final class Membership: Disposable, @unchecked Sendable {
  private let rows: SubjectRows
  private let owner: any MembershipOwner
  /// It disposes this, once, so it lives then.
  private let gate: Unmanaged<Gate>

  init(of gate: __shared Gate, at rows: SubjectRows, countedBy owner: any MembershipOwner) {
    self.gate = .passUnretained(gate)
    self.rows = rows
    self.owner = owner
    super.init()
  }

  override func dispose(because reason: DisposalReason) {
    gate._withUnsafeGuaranteedRef { rows.remove($0) }
    owner.memberLeft(rows)
  }
}
