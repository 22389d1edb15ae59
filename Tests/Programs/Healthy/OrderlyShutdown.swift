// healthy: growth put away at exit
// says: Sixty devices were attached and used to the end; a shutdown that puts all away is how it should be.
// allows: nothing

import Signals
import Synchronization

private final class Device: Sendable {
  let number: Int
  let state = PublishSubject<Int>()
  init(_ number: Int) { self.number = number }
}

private final class Registry: Sendable {
  private let states = Mutex<[Int: Int]>([:])
  private let attached = CompositeDisposable()

  func attach(_ device: Device) {
    attached.add(
      device.state
        .distinctUntilChanged()
        .subscribe(next: { state in self.states.withLock { $0[device.number] = state } }))
  }

  func shutDown() { attached.dispose() }
  var sum: Int { states.withLock { $0.values.reduce(0, +) } }
}

enum OrderlyShutdown: LeakProgram {
  static func run() {
    let registry = Registry()
    var devices: [Device] = []
    for number in 0..<60 {
      let device = Device(number)
      registry.attach(device)
      devices.append(device)
      if number % 10 == 9 { pause(milliseconds: 4) }
    }
    for round in 0..<40 {
      for device in devices { device.state.next(round) }
      pause(milliseconds: 4)
    }
    registry.shutDown()
    print("sum", registry.sum)
  }
}
