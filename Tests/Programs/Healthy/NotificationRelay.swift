// healthy: values that arrive at subscribers which are being disposed; a create around a subscription
// says: Another thread posts while bars come and go; the bridge passes disposal on, so at most what is on its way is late.
// allows: nothing

import Foundation
import Signals
import SignalsFoundation

private let volumeChanged = Notification.Name("volumeChanged")

private final class Mixer: Sendable {
  func volume() -> Signal<Int> {
    Signal<Int>.create { subscriber in
      Signal<Int>.fromNotifications(named: volumeChanged) { $0.userInfo?["volume"] as? Int ?? 0 }
        .subscribe(next: { subscriber.next($0) })
    }
  }
}

private final class Bar: Sendable {
  private let shown = Shared(0)
  private let bag = DisposeBag()

  init(_ mixer: Mixer) {
    mixer.volume().distinctUntilChanged()
      .subscribe(next: { [shown] volume in shown.update { $0 = volume } })
      .disposed(by: bag)
  }
}

enum NotificationRelay: LeakProgram {
  static func run() {
    let mixer = Mixer()
    let stop = Shared(false)
    let isDone = Flag()
    let poster = Thread {
      var volume = 0
      while !stop.value {
        volume += 1
        NotificationCenter.default.post(name: volumeChanged, object: nil, userInfo: ["volume": volume])
        if volume % 8 == 0 { pause(milliseconds: 1) }
      }
      isDone.raise()
    }
    poster.start()
    for _ in 0..<14 {
      let bar = Bar(mixer)
      pause(milliseconds: 5)
      withExtendedLifetime(bar) {}
    }
    pause(milliseconds: 20)
    stop.update { $0 = true }
    isDone.wait()
  }
}
