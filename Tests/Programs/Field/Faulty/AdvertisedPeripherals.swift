// fault: registration-for-each-object
// verdict: suspect
// proof: run
// says: each advertisement makes a peripheral that registers a receiver of its own in the scope of the application
// source: JuulLabs/kable #359
// fix: one receiver is registered, and all peripherals share the state that it keeps

import Signals

/// The Bluetooth of the system, which calls all receivers that are registered. It allows for a thousand.
private final class SystemBluetooth: Sendable {
  private struct State: Sendable {
    var next = 0
    var receivers: [Int: @Sendable (Bool) -> Void] = [:]
  }

  private let state = Shared(State())

  /// Whether Bluetooth is on, from a receiver that is registered as long as the subscription lasts.
  func changes() -> Signal<Bool> {
    Signal<Bool>.create { [state] subscriber in
      let id = state.update { state -> Int in
        state.next += 1
        state.receivers[state.next] = { subscriber.next($0) }
        return state.next
      }
      return Disposable { state.update { $0.receivers[id] = nil } }
    }
  }

  func turn(on isOn: Bool) { for receive in state.value.receivers.values { receive(isOn) } }

  var receivers: Int { state.value.receivers.count }
}

/// What the application knows of Bluetooth.
private final class Central: Sendable {
  let system: SystemBluetooth
  let scope = DisposeBag()
  let isOn = BehaviorRelay(true)

  init(_ system: SystemBluetooth) {
    self.system = system
    if mended { system.changes().bind(to: isOn).disposed(by: scope) }
  }

  func peripheral(_ advertisement: Advertisement) -> Peripheral { Peripheral(advertisement, self) }
}

private struct Advertisement: Sendable {
  let address: Int
  let signal: Int
}

private final class Peripheral: Sendable {
  let identifier: String
  let isReachable: BehaviorRelay<Bool>

  init(_ advertisement: Advertisement, _ central: Central) {
    identifier = "00:1A:\(advertisement.address)"
    if mended {
      isReachable = central.isOn
    } else {
      isReachable = BehaviorRelay(true)
      central.system.changes().bind(to: isReachable).disposed(by: central.scope)  // LEAK
    }
  }
}

enum AdvertisedPeripherals: LeakProgram {
  static func run() {
    let system = SystemBluetooth()
    let central = Central(system)
    let advertisements = PublishSubject<Advertisement>()
    let known = Shared<Set<String>>([])
    let strongest = Shared(-100)
    let scan = advertisements.subscribe(next: { advertisement in
      let peripheral = central.peripheral(advertisement)
      if peripheral.isReachable.value { known.update { _ = $0.insert(peripheral.identifier) } }
    })
    let meter = advertisements.map { $0.signal }.distinctUntilChanged()
      .subscribe(next: { signal in strongest.update { $0 = max($0, signal) } })
    for round in 0..<36 {
      advertisements.next(Advertisement(address: 10 + round % 6, signal: -40 - round % 4))
      pause(milliseconds: 4)
      if round % 12 == 11 {
        system.turn(on: false)
        system.turn(on: true)
      }
    }
    scan.dispose()
    meter.dispose()
    print("known", known.value.count, "receivers", system.receivers)
    killed(holding: central)
  }
}
