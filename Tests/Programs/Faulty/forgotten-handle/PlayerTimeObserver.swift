// fault: forgotten-handle
// ported: pmick/RxAVFoundation#30
// verdict: likely
// proof: run
// says: the observer of the play time never ends by itself, and the screen disposes all but this subscription

import Signals

/// Screens with a player; its time is observed by a `create` that does take its observer away when it is disposed.
enum PlayerTimeObserver: LeakProgram {
  static func run() {
    let player = Player()
    for screen in 0..<7 {
      let shown = CompositeDisposable()
      shown.add(player.rate.subscribe(next: { _ in }))
      let time = player.periodicTime().subscribe(next: { _ in })  // LEAK
      if mended { shown.add(time) }
      player.rate.next(screen)
      player.tick(screen)
      shown.dispose()
    }
    for second in 0..<10 { player.tick(second) }
    pause(milliseconds: 40)
    print("observers \(player.count)")
  }
}

private final class Player: Sendable {
  let rate = PublishSubject<Int>()
  private let observers = Shared<[Int: @Sendable (Int) -> Void]>([:])
  private let keys = Shared(0)
  var count: Int { observers.value.count }

  func periodicTime() -> Signal<Int> {
    .create { [observers, keys] subscriber in
      let key = keys.update { keys in
        keys += 1
        return keys
      }
      observers.update { $0[key] = { subscriber.next($0) } }
      return Disposable { observers.update { $0[key] = nil } }
    }
  }

  func tick(_ second: Int) { for observer in observers.value.values { observer(second) } }
}
