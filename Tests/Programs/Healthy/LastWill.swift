// healthy: values come after the disposal, from the very thing that was disposed
// says: A device that leaves is announced by its last will; who watches the presence wants to hear that.
// allows: nothing

import Signals

/// Sessions of devices, and who of them is there.
private final class Hub: Sendable {
  let presence = PublishSubject<String>()
  private let telemetry = PublishSubject<Int>()

  func session(_ device: Int) -> Signal<Int> {
    .create { [presence, telemetry] subscriber in
      presence.next("\(device) is here")
      let reading = telemetry.filter { $0 % 3 == device % 3 }.subscribe(next: { subscriber.next($0) })
      return Disposable {
        reading.dispose()
        presence.next("\(device) has left")
      }
    }
  }

  func measure(_ value: Int) { telemetry.next(value) }
}

enum LastWill: LeakProgram {
  static func run() {
    let hub = Hub()
    let left = Shared(0)
    let watching = hub.presence.filter { $0.hasSuffix("left") }
      .subscribe(next: { _ in left.update { $0 += 1 } })
    for device in 0..<16 {
      onAnotherThread {
        let session = hub.session(device).subscribe(next: { _ in })
        for value in 0..<3 {
          hub.measure(value)
          pause(milliseconds: 2)
        }
        session.dispose()
      }
    }
    watching.dispose()
    hub.measure(0)
    print("left", left.value, "of 16")
  }
}
