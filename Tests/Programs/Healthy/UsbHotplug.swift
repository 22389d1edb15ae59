// healthy: a callback that is registered once, from within a `create`, and never taken back
// says: It serves all who listen; each of them is taken out of the table as it leaves, and gets nothing any more.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private struct Device: Sendable {
  let port: Int
  let vendor: String
}

/// The C library: one callback for the process, which cannot be taken back.
private final class NativeUsb: Sendable {
  private let queue = DispatchQueue(label: "usb")
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init() { timer = DispatchSource.makeTimerSource(queue: queue) }

  func register(_ callback: @escaping @Sendable (Device) -> Void) {
    let port = Shared(0)
    timer.schedule(deadline: .now() + .milliseconds(5), repeating: .milliseconds(5))
    timer.setEventHandler {
      let number = port.update { count in
        count += 1
        return count
      }
      callback(Device(port: number % 4, vendor: number % 3 == 0 ? "keyboards" : "disks"))
    }
    timer.resume()
  }
}

/// Passes on to all that listen what the library reports.
private final class Hotplug: Sendable {
  private let native = NativeUsb()
  private let listeners = Mutex<[Int: Subscriber<Device>]>([:])
  private let tokens = Atomic<Int>(0)
  private let isRegistered = Atomic<Bool>(false)

  func devices() -> Signal<Device> {
    Signal<Device>.create { subscriber in
      let token = self.tokens.add(1, ordering: .relaxed).newValue
      self.listeners.withLock { $0[token] = subscriber }
      self.registerOnce()
      return Disposable { self.listeners.withLock { _ = $0.removeValue(forKey: token) } }
    }
  }

  private func registerOnce() {
    guard !isRegistered.exchange(true, ordering: .relaxed) else { return }
    native.register { [weak self] device in self?.report(device) }
  }

  private func report(_ device: Device) {
    let all = listeners.withLock { Array($0.values) }
    all.forEach { $0.next(device) }
  }

  var listenerCount: Int { listeners.withLock { $0.count } }
}

/// A window that lists devices of a kind as long as it is open.
private final class DeviceWindow: Sendable {
  let rows = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ hotplug: Hotplug, vendor: String) {
    hotplug.devices()
      .filter { $0.vendor == vendor }
      .deliver(on: QueueScheduler("device window"))
      .subscribe(next: { [weak self] _ in self?.rows.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum UsbHotplug: LeakProgram {
  static func run() {
    let hotplug = Hotplug()
    var open: [DeviceWindow] = []
    var rows = 0
    for number in 0..<14 {
      open.append(DeviceWindow(hotplug, vendor: number % 2 == 0 ? "disks" : "keyboards"))
      pause(milliseconds: 17)
      if open.count > 2 { rows += open.removeFirst().rows.load(ordering: .relaxed) }
    }
    open = []
    pause(milliseconds: 80)
    print("rows", rows, "listeners", hotplug.listenerCount)
  }
}
