// healthy: channels whose two ends are subscribed to with handles let go; the last of them is open as the program is killed
// says: Each sheet completes its channel as it is saved or cancelled; one is being filled in.
// allows: nothing

import Signals

private final class SettingsSheet: Sendable {
  private let channel = Channel<Int>()

  func open(_ setting: MutableProperty<Int>) {
    let leading = channel.leading
    let filling = setting.signal.subscribe(next: { leading.next($0) })
    _ = leading.subscribe(next: { setting.set($0) }, completed: { filling.dispose() })
    _ = channel.following.distinctUntilChanged().subscribe(next: { _ in })
  }

  func type(_ value: Int) { channel.following.next(value) }
  func close() { channel.following.completed() }
}

enum SheetsOfTheEditor: LeakProgram {
  static func run() {
    let setting = MutableProperty(0)
    var open: SettingsSheet?
    for number in 0..<8 {
      open?.close()
      let sheet = SettingsSheet()
      sheet.open(setting)
      open = sheet
      pause(milliseconds: 3)
      if number % 2 == 0 { sheet.type(number) }
      pause(milliseconds: 3)
    }
    killed(holding: open)
  }
}
