// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: `merge` keeps every channel that was ever tuned in; switchToLatest was meant

import Signals

/// A radio that is tuned to one channel at a time.
enum MergedChannels: LeakProgram {
  static func run() {
    let air = PublishSubject<Int>()
    let dial = PublishSubject<Int>()
    let channels = dial.map { channel in air.filter { $0 % 10 == channel } }
    let sound: Signal<Int>
    if mended {
      sound = channels.switchToLatest()
    } else {
      sound =
        channels
        .merge()  // LEAK
    }
    let radio = DisposeBag()
    sound.subscribe(next: { _ in }).disposed(by: radio)
    for turn in 0..<10 {
      dial.next(turn)
      for wave in 0..<10 { air.next(wave) }
    }
    pause(milliseconds: 20)
    withExtendedLifetime(radio) {}
  }
}
