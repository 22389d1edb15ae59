// fault: create-does-not-stop
// verdict: certain
// proof: run
// says: what `create` returns switches the rumble off; the subscription to the frames of the hub, made in there, goes on

import Signals

private struct Frame: Sendable {
  let pad: Int
  let buttons: UInt16
}

/// The USB hub, which reads all pads.
private final class UsbHub: Sendable {
  let frames = PublishSubject<Frame>()
  private let rumbling = Shared<Set<Int>>([])

  func rumble(_ pad: Int, _ isOn: Bool) {
    rumbling.update { set in
      if isOn { set.insert(pad) } else { set.remove(pad) }
    }
  }

  var rumblingCount: Int { rumbling.value.count }
}

private final class PadDriver: Sendable {
  private let hub: UsbHub

  init(_ hub: UsbHub) { self.hub = hub }

  func buttons(of pad: Int) -> Signal<UInt16> {
    Signal.create { [hub] subscriber in  // LEAK
      hub.rumble(pad, true)
      let frames = hub.frames
        .filter { $0.pad == pad }
        .map { $0.buttons }
        .distinctUntilChanged()
        .subscribe(next: { subscriber.next($0) }, completed: { subscriber.completed() })  // LEAK
      let quiet = Disposable { hub.rumble(pad, false) }
      return mended ? CompositeDisposable([frames, quiet]) : quiet  // LEAK
    }
  }
}

/// A player who joins and leaves.
private final class Gamer: Sendable {
  let jumps = Shared(0)
  private let bag = DisposeBag()

  init(_ driver: PadDriver, pad: Int) {
    driver.buttons(of: pad)
      .filter { $0 & 1 == 1 }
      .subscribe(next: { [jumps] _ in jumps.update { $0 += 1 } })
      .disposed(by: bag)
  }
}

enum GamepadPolling: LeakProgram {
  static func run() {
    let hub = UsbHub()
    let driver = PadDriver(hub)
    var jumps = 0
    for round in 0..<4 {
      let gamers = (0..<3).map { Gamer(driver, pad: $0) }
      for frame in 0..<20 {
        hub.frames.next(Frame(pad: frame % 3, buttons: UInt16(truncatingIfNeeded: frame * 7 + round)))
        pause(milliseconds: 3)
      }
      jumps += gamers.reduce(0) { $0 + $1.jumps.value }
    }
    print("jumps", jumps, "rumbling", hub.rumblingCount)
    hub.frames.next(Frame(pad: 0, buttons: 2))
    hub.frames.next(Frame(pad: 1, buttons: 3))
    pause(milliseconds: 30)
  }
}
