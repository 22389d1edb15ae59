import CSignalProbes

enum Recorder {
  typealias Thread = UnsafeMutablePointer<rx_thread>
  typealias Slot = UnsafeMutablePointer<rx_subscription>
  static func subscribed(_ t: Thread, _ s: Slot) {}
  static func named(_ t: Thread, _ s: Slot, owner: UInt64, label: String?) {}
  static func next(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64) {}
  static func nextValue(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64, value: String) {}
  static var recordsValues: Bool { false }
  static func error(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64, description: String) {}
  static func completed(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64) {}
  static func disposed(_ t: Thread, _ s: Slot, event: UInt64, cause: UInt64, reason: UInt32) {}
  static func released(_ t: Thread, _ s: Slot) {}
  static func handleReleased(_ t: Thread, _ s: Slot) {}
  static func dropped(_ t: Thread, _ s: Slot, kind: UInt32) {}
  static func overlap(_ t: Thread, _ s: Slot, other: UInt32) {}
  static func connected(_ t: Thread, connection: UInt64, source: UInt64, subscribers: UInt64) {}
  static func disconnected(_ t: Thread, connection: UInt64, source: UInt64, subscribers: UInt64) {}
  static func mark(_ t: Thread, event: UInt64, text: String) {}
  static func childAdded(_ t: Thread, owner: UInt64, child: UInt64, total: UInt64) {}
  static func childRemoved(_ t: Thread, owner: UInt64, child: UInt64, total: UInt64) {}
  static func ownerDisposed(_ t: Thread, owner: UInt64, children: UInt64) {}
  static func scheduled(
    _ t: Thread, work: UInt64, scheduler: UInt64, cause: UInt64, delay: UInt64, name: UnsafePointer<CChar>
  ) {}
  static func began(_ t: Thread, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>) {}
  static func ended(_ t: Thread, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>) {}
  static func cancelled(_ t: Thread, work: UInt64, scheduler: UInt64, name: UnsafePointer<CChar>) {}
  static func threadEnded(_ t: Thread) {}
  static func startFromEnvironmentOnce() {}
}
