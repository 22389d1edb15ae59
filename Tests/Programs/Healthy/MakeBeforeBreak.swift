// healthy: swapped out of an owner without disposal
// says: The new line is up before the old one is cut, which happens by hand a few milliseconds after the swap.
// allows: nothing

import Signals
import Synchronization

private final class Uplink: Sendable {
  let frames = PublishSubject<Int>()
  let carried = Atomic<Int>(0)
  private let line = SerialDisposable()

  func reconnect() -> Disposable? {
    let new = frames.map { $0 + 1 }.subscribe(next: { _ in self.carried.add(1, ordering: .relaxed) })
    return line.swap(new)
  }

  func close() { line.dispose() }
}

enum MakeBeforeBreak: LeakProgram {
  static func run() {
    let uplink = Uplink()
    for round in 0..<40 {
      let old = uplink.reconnect()
      uplink.frames.next(round)
      pause(milliseconds: 2)
      old?.dispose()
      uplink.frames.next(round)
    }
    print("carried", uplink.carried.load(ordering: .relaxed))
    uplink.close()
  }
}
