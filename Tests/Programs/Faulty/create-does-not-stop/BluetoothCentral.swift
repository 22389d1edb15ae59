// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the disposable gives back the scanning, which is counted, and leaves the delegate with the radio

import Signals
import Synchronization

private protocol CentralDelegate: AnyObject, Sendable {
  func central(found device: Int, at strength: Int)
}

/// What the system offers: delegates, and a radio that is on while anybody scans.
private final class Central: Sendable {
  private struct State {
    var scans = 0
    var delegates: [any CentralDelegate] = []
  }
  private let state = Mutex(State())

  func add(_ delegate: any CentralDelegate) { state.withLock { $0.delegates.append(delegate) } }
  func remove(_ delegate: any CentralDelegate) {
    state.withLock { $0.delegates.removeAll { $0 === delegate } }
  }
  func startScan() { state.withLock { $0.scans += 1 } }
  func stopScan() { state.withLock { $0.scans -= 1 } }

  func hear(_ device: Int, _ strength: Int) {
    let told = state.withLock { $0.scans > 0 ? $0.delegates : [] }
    for delegate in told { delegate.central(found: device, at: strength) }
  }
}

private final class Forwarder: CentralDelegate {
  private let subscriber: Subscriber<Int>
  init(_ subscriber: Subscriber<Int>) { self.subscriber = subscriber }
  func central(found device: Int, at strength: Int) { subscriber.next(device * 1000 + strength) }
}

extension Central {
  /// What is found, for as long as somebody is subscribed.
  fileprivate var devices: Signal<Int> {
    .create { subscriber in  // LEAK
      let forwarder = Forwarder(subscriber)
      self.add(forwarder)
      self.startScan()
      return Disposable {
        self.stopScan()
        if mended { self.remove(forwarder) }
      }
    }
  }
}

enum BluetoothCentral: LeakProgram {
  static func run() {
    let central = Central()
    let map = central.devices.map { $0 / 1000 }.distinctUntilChanged().subscribe(next: { _ in })
    for screen in 0..<5 {
      let list = central.devices.filter { $0 % 1000 > 30 }.subscribe(next: { _ in })
      for device in 0..<6 { central.hear(device, 25 + device * 3 + screen) }
      pause(milliseconds: 3)
      list.dispose()
    }
    for round in 0..<20 {
      for device in 0..<4 { central.hear(device, 40 + round) }
      pause(milliseconds: 3)
    }
    map.dispose()
  }
}
