import CSignalProbes
import Synchronization
public import TraceFormat

// What holds subscriptions, and the program's calls that change it. Asked for only while owners are watched.
extension Trace {
  /// Which recording goes on; 0 for none. An owner is reported once in each.
  public static var recording: UInt32 { Recorder.epoch.load(ordering: .relaxed) }

  /// Reports what an owner is and where it was made.
  public static func owner(_ owner: UInt64, _ kind: OwnerKind, type: String? = nil, at site: CallSite) {
    if rx_records_owners() {
      Recorder.owner(rx_thread_current(), owner: owner, kind: kind.rawValue, type: type, site)
    }
    if rx_is_tapped(), let owner = OwnerID(owner) {
      TraceTap.send(.owner(owner, kind: kind, type: type, site: site.site))
    }
  }

  /// Reports that an owner's memory went, or that of the object it stands for.
  public static func released(owner: UInt64) {
    if rx_records_owners() { Recorder.ownerReleased(rx_thread_current(), owner: owner) }
    if rx_is_tapped(), let owner = OwnerID(owner) { TraceTap.send(.ownerReleased(owner)) }
  }

  /// Reports a call of the program, right before its effect.
  public static func called(_ call: OwnerCall, on id: UInt64, at site: CallSite) {
    if rx_records_owners() { Recorder.called(rx_thread_current(), call.rawValue, id, site) }
    if rx_is_tapped() { TraceTap.send(.called(call, id: id, site: site.site)) }
  }
}

extension TracedSubscription {
  /// Reports that an operator holds so many values back in a queue: rarely, when it has grown or shrunk by far.
  ///
  /// - Parameter input: the input whose values wait, from 1; 0 for the operator as a whole.
  public func waiting(_ count: Int, input: UInt32 = 0) {
    if rx_records_lifecycle() {
      Recorder.waiting(rx_thread_current(), slot, input: input, count: UInt64(count))
    }
    if rx_is_tapped() { TraceTap.send(.waiting(id, input: input, count: UInt64(count))) }
  }

  /// Reports that the subscriber joined a connection of a multicast.
  public func joined(_ connection: UInt64) {
    if rx_records_lifecycle() { Recorder.joined(rx_thread_current(), slot, connection: connection) }
    if rx_is_tapped() { TraceTap.send(.joined(id, connection: connection)) }
  }
}
