// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: what bridges Foundation's notifications subscribes to them and returns nothing that ends it

import Foundation
import Signals
import SignalsFoundation

private let batteryChanged = Notification.Name("batteryChanged")
private let networkChanged = Notification.Name("networkChanged")

private final class Device: Sendable {
  func battery() -> Signal<Int> {
    Signal<Int>.create { subscriber in  // LEAK
      let readings = Signal<Int>.fromNotifications(named: batteryChanged) { note in
        note.userInfo?["level"] as? Int ?? 0
      }
      let reading = readings.subscribe(next: { subscriber.next($0) })
      return mended ? reading : nil
    }
  }

  func network() -> Signal<String> {
    Signal<String>.fromNotifications(named: networkChanged) { $0.userInfo?["kind"] as? String ?? "none" }
      .distinctUntilChanged()
  }
}

private final class StatusBar: Sendable {
  private let shown = Shared("")
  private let bag = DisposeBag()

  init(_ device: Device) {
    device.battery().map { "\($0) %" }
      .subscribe(next: { [shown] text in shown.update { $0 = text } })
      .disposed(by: bag)
    device.network()
      .subscribe(next: { [shown] text in shown.update { $0 += text } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

/// A status bar that is closed and opened again, fed by what Foundation posts on another thread.
enum NotificationHub: LeakProgram {
  static func run() {
    let device = Device()
    let center = NotificationCenter.default
    for _ in 0..<3 {
      let bar = StatusBar(device)
      onAnotherThread {
        for level in 0..<8 { center.post(name: batteryChanged, object: nil, userInfo: ["level": level]) }
        center.post(name: networkChanged, object: nil, userInfo: ["kind": "wifi"])
      }
      bar.close()
      pause(milliseconds: 12)
    }
    for level in 0..<30 {
      center.post(name: batteryChanged, object: nil, userInfo: ["level": level])
      pause(milliseconds: 2)
    }
  }
}
