// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a sheet that is saved completes its channel; one that is cancelled is only taken off the screen

import Signals

/// A sheet that edits a setting over a channel.
private struct EditSheet: Sendable {
  private let channel = Channel<Int>()

  func open(_ setting: MutableProperty<Int>) {
    let leading = channel.leading
    let filling = setting.signal.subscribe(next: { leading.next($0) })  // LEAK
    _ = leading.subscribe(next: { setting.set($0) }, completed: { filling.dispose() })  // LEAK
  }

  func save(_ value: Int) {
    channel.following.next(value)
    channel.following.completed()
  }

  func cancel() { if mended { channel.following.completed() } }  // LEAK
}

enum EditSheets: LeakProgram {
  static func run() {
    let setting = MutableProperty(0)
    let bag = DisposeBag()
    setting.signal.map { $0 > 4 }.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    for number in 0..<9 {
      let sheet = EditSheet()
      sheet.open(setting)
      pause(milliseconds: 3)
      if number % 3 == 1 { sheet.cancel() } else { sheet.save(number) }
      pause(milliseconds: 3)
    }
    for value in 0..<12 {
      setting.set(value)
      pause(milliseconds: 2)
    }
    bag.dispose()
  }
}
