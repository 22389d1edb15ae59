// healthy: a wizard's pages are disposed page by page, and one subscription that its set-up makes is in none of their bags
// says: The battery of the device that was paired is watched from the first page on, until the device goes, which ends it.
// allows: nothing

import Signals

private final class Device: Sendable {
  let signalStrength = PublishSubject<Int>()
  let battery = BehaviorSubject(100)
  let pin = PublishSubject<String>()
  let firmware = PublishSubject<String>()

  func unplug() {
    battery.completed()
    signalStrength.completed()
  }
}

private final class StatusBar: Sendable {
  let battery = MutableProperty(0)
  let isPresent = MutableProperty(true)
}

private final class Wizard: Sendable {
  let text = MutableProperty("")
  private let page = SerialDisposable()

  func pair(_ device: Device, _ bar: StatusBar) {
    let first = CompositeDisposable()
    first.add(device.signalStrength.map { "\($0) dB" }.bind(to: text))
    first.add(device.firmware.map { "firmware " + $0 }.bind(to: text))
    _ = device.battery
      .distinctUntilChanged()
      .subscribe(
        next: { bar.battery.set($0) },
        completed: { bar.isPresent.set(false) })
    first.add(
      device.pin
        .take(1)
        .subscribe(next: { [weak self] pin in self?.confirm(pin, device) }))
    page.inner = first
  }

  private func confirm(_ pin: String, _ device: Device) {
    let second = CompositeDisposable()
    second.add(device.signalStrength.scan(0, max).map { "best \($0) dB" }.bind(to: text))
    second.add(device.firmware.map { "\(pin): " + $0 }.bind(to: text))
    page.inner = second
  }

  func finish() { page.dispose() }
}

enum PairingWizard: LeakProgram {
  static func run() {
    let device = Device()
    let bar = StatusBar()
    let wizard = Wizard()
    wizard.pair(device, bar)
    for step in 0..<10 {
      device.signalStrength.next(40 + step)
      if step == 5 { device.pin.next("1234") }
      if step == 8 { device.firmware.next("2.4") }
      pause(milliseconds: 8)
    }
    wizard.finish()
    for level in 0..<20 {
      device.battery.next(100 - level)
      device.signalStrength.next(30)
      pause(milliseconds: 8)
    }
    device.unplug()
    pause(milliseconds: 20)
    print(wizard.text.value, bar.battery.value, bar.isPresent.value)
  }
}
