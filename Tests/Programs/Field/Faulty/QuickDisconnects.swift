// fault: stops-only-after-its-start
// verdict: likely
// proof: run
// says: a connection given up before it is established never ends its watch of the adapter; each of them stays
// source: dariuszseweryn/RxAndroidBle #864
// fix: the watch ends with the connection, whether that was established or not

import Signals

private struct BluetoothOff: Error {}

private enum AdapterState: Sendable {
  case on, off
}

/// The Bluetooth adapter of the telephone.
private final class BluetoothAdapter: Sendable {
  let states = PublishRelay<AdapterState>()
  let radio = QueueScheduler("radio")
}

/// Knows why a connection ended: because of its device, or because Bluetooth was turned off.
private final class DisconnectionRouter: Sendable {
  private let watch = SerialDisposable()

  func start(_ adapter: BluetoothAdapter, _ fail: @escaping @Sendable () -> Void) {
    watch.inner = adapter.states.filter { $0 == .off }.take(1).subscribe(next: { _ in fail() })  // LEAK
  }

  func disconnected() { watch.dispose() }
}

private struct BleDevice: Sendable {
  let address: String
  let adapter: BluetoothAdapter

  func establishConnection() -> Signal<String> {
    Signal<String>.create { [address, adapter] subscriber in
      let router = DisconnectionRouter()
      let isConnected = Shared(false)
      router.start(adapter) { subscriber.error(BluetoothOff()) }
      let connecting = adapter.radio.schedule(after: .milliseconds(14)) {
        isConnected.update { $0 = true }
        subscriber.next("connected to \(address)")
      }
      return Disposable {
        connecting.dispose()
        // Only a device that was connected says that it is so no more.
        if mended || isConnected.value { router.disconnected() }
      }
    }
  }
}

private final class DeviceScreen: Sendable {
  let state = Shared("")
  private let bag = DisposeBag()

  func open(_ device: BleDevice) {
    device.establishConnection()
      .subscribe(
        next: { [state] text in state.update { $0 = text } },
        error: { [state] _ in state.update { $0 = "Bluetooth is off" } }
      )
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum QuickDisconnects: LeakProgram {
  static func run() {
    let adapter = BluetoothAdapter()
    let icon = adapter.states.map { $0 == .on }.subscribe(next: { _ in })
    var connected = 0
    for visit in 0..<8 {
      let screen = DeviceScreen()
      screen.open(BleDevice(address: "AC:63:0\(visit)", adapter: adapter))
      pause(milliseconds: visit % 2 == 0 ? 35 : 4)
      if !screen.state.value.isEmpty { connected += 1 }
      screen.close()
    }
    pause(milliseconds: 80)
    adapter.states.accept(.on)
    print("connected", connected, "of 8")
    icon.dispose()
    withExtendedLifetime(adapter) {}
  }
}
