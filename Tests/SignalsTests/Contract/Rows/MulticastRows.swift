import Signals
import TraceFormat

/// Subjects, and signals that share one subscription.
extension OperatorTable {
  @RowBuilder static var multicasts: [OperatorRow] {
    row(
      "multicast(_:)", "MulticastConnection.autoconnect()", "PublishSubject.init()", named: "autoconnect",
      roles: [.shared]
    ) { $0.source.multicast(PublishSubject()).autoconnect() }
    row("ReplaySubject.init(capacity:)", named: "autoconnect", roles: [.shared], traits: .keepsValues) {
      $0.source.multicast(ReplaySubject(capacity: 1)).autoconnect()
    }
    row("BehaviorSubject.init(_:)", named: "autoconnect", roles: [.shared], traits: .keepsValues) {
      $0.source.multicast(BehaviorSubject($0.value(0))).autoconnect()
    }
    row("AsyncSubject.init()", named: "autoconnect", roles: [.shared], traits: .keepsValues) {
      $0.source.multicast(AsyncSubject()).autoconnect()
    }
    row(
      "multicast(makeSubject:)", "MulticastConnection.refCount()", named: "refCount", roles: [.shared]
    ) { b in
      b.source.multicast {
        b.note("makeSubject")
        return PublishSubject()
      }.refCount()
    }
    row("multicast(makeSubject:selector:)", named: "multicast", roles: [.shared], closures: ["selector"]) {
      b in
      b.source.multicast {
        PublishSubject()
      } selector: {
        try b("selector", $0)
      }
    }
    row("MulticastConnection.refCount()", named: "refCount", roles: [.shared]) {
      $0.source.multicast(PublishSubject()).refCount()
    }
    row("MulticastConnection.refCount()", named: "refCount", roles: [.shared], traits: .keepsValues) {
      $0.source.multicast(BehaviorSubject($0.value(0))).refCount()
    }
    row("MulticastConnection.refCount()", named: "refCount", roles: [.shared], traits: .keepsValues) {
      $0.source.multicast { ReplaySubject(capacity: 1) }.refCount()
    }
    row("MulticastConnection.refCount()", named: "refCount", roles: [.shared]) {
      $0.source.publish().refCount()
    }
    row("MulticastConnection.autoconnect()", named: "autoconnect", roles: [.shared]) {
      $0.source.publish().autoconnect()
    }
    row("MulticastConnection.autoconnect()", named: "autoconnect", roles: [.shared], traits: .keepsValues) {
      $0.source.multicast { ReplaySubject(capacity: 1) }.autoconnect()
    }
    row(
      "publish()", "MulticastConnection.connect()", "MulticastConnection.signal", roles: [.shared],
      reasons: [.explicit], traits: .outlivesSubscribers
    ) { b in
      let connection = b.source.publish()
      b.keep(connection.connect())
      return connection.signal
    }
    row("replay()", roles: [.shared], traits: .outlivesSubscribers, .goesOnForGood, .keepsValues) {
      $0.source.replay()
    }
    row("replay(_:)", roles: [.shared], traits: .outlivesSubscribers, .goesOnForGood, .keepsValues) {
      $0.source.replay(1)
    }
    row("replayLast()", roles: [.shared], traits: .outlivesSubscribers, .goesOnForGood, .keepsValues) {
      $0.source.replayLast()
    }
    row("replayLazily()", roles: [.shared], traits: .outlivesSubscribers, .goesOnForGood, .keepsValues) {
      $0.source.replayLazily()
    }
    row("share(replay:scope:)", roles: [.shared]) { $0.source.share() }
    row("share(replay:scope:)", named: "share(replay:)", roles: [.shared], traits: .keepsValues) {
      $0.source.share(replay: 1, scope: .whileConnected)
    }
    row("share(replay:scope:)", roles: [.shared]) { $0.source.share(scope: .forever) }
    row("share(replay:scope:)", named: "share(replay:)", roles: [.shared], traits: .keepsValues) {
      $0.source.share(replay: 1, scope: .forever)
    }
  }
}
