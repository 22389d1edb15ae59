public import CSignalProbes
import Synchronization
package import TraceFormat

// An object that holds subscriptions, and the program's calls that change it. Called only while owners are
// watched.
extension Trace {
  /// Whether the contents of bags and composites are watched.
  @inlinable @inline(__always) package static var ownersAreWatched: Bool { rx_watched_owners() }

  /// The number of the recording in progress; 0 for none. An owner is reported once in each recording.
  package static var recording: UInt32 { CurrentRecording.epoch.load(ordering: .relaxed) }

  /// Reports the kind of an owner and the place where it was made.
  package static func owner(_ owner: UInt64, _ kind: OwnerKind, type: String? = nil, at site: CallSite) {
    Emission.owner(owner, kind, site).emit(rx_thread_current()) { type }
  }

  /// Reports that an owner, or the object that it stands for, went out of memory.
  package static func released(owner: UInt64) {
    if let owner = OwnerID(owner) { Emission.tell(.ownerReleased(owner), ofOwners: true) }
  }

  /// Reports a call of the program, right before its effect.
  package static func called(_ call: OwnerCall, on id: UInt64, at site: CallSite) {
    Emission.called(call, id, site).emit(rx_thread_current())
  }

  /// Reports that `owner` holds `child` now, and how many it holds.
  package static func added(_ child: UInt64, to owner: UInt64, total: Int) {
    guard let owner = OwnerID(owner) else { return }
    Emission.tell(.childAdded(owner, child: child, total: UInt64(total)), ofOwners: true)
  }

  /// Reports that `owner` does not hold `child` any more, and how many it holds.
  package static func removed(_ child: UInt64, from owner: UInt64, total: Int) {
    guard let owner = OwnerID(owner) else { return }
    Emission.tell(.childRemoved(owner, child: child, total: UInt64(total)), ofOwners: true)
  }

  /// Reports that an owner was disposed, and how many it held.
  package static func disposed(owner: UInt64, children: Int) {
    guard let owner = OwnerID(owner) else { return }
    Emission.tell(.ownerDisposed(owner, children: UInt64(children)), ofOwners: true)
  }
}
