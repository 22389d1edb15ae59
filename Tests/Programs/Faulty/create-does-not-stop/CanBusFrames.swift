// fault: create-does-not-stop
// verdict: certain
// proof: run
// says: what `create` returns takes the identifier out of the filter, and leaves the subscription to the wire as it is

import Signals

private struct Frame: Sendable {
  let id: Int
  let data: [UInt8]
}

/// The bus of a car: a controller whose filter lets through what somebody wants to see.
private final class CanBus: Sendable {
  let wire = PublishSubject<Frame>()
  let wanted = Shared(Set<Int>())

  func frames(of id: Int) -> Signal<[UInt8]> {
    Signal<[UInt8]>.create { [wire, wanted] output in  // LEAK
      wanted.update { _ = $0.insert(id) }
      let reading = wire.filter { $0.id == id }.subscribe(next: { output.next($0.data) })  // LEAK
      return Disposable {
        wanted.update { _ = $0.remove(id) }
        if mended { reading.dispose() }
      }
    }
  }
}

/// A tool that shows one gauge after the other.
enum CanBusFrames: LeakProgram {
  static func run() {
    let bus = CanBus()
    let shown = Shared(0)
    let load = bus.wire.map { $0.data.count }.scan(0, +).subscribe(next: { _ in })
    for gauge in [0x0C, 0x0D, 0x0C, 0x2F] {
      let value = bus.frames(of: gauge).compactMap { $0.first }.distinctUntilChanged()
      let display = value.subscribe(next: { _ in shown.update { $0 += 1 } })
      for frame in 0..<12 {
        bus.wire.next(Frame(id: [0x0C, 0x0D, 0x2F][frame % 3], data: [UInt8(frame), 0xFF]))
        pause(milliseconds: 3)
      }
      display.dispose()
    }
    for frame in 0..<12 {
      bus.wire.next(Frame(id: [0x0C, 0x0D, 0x2F][frame % 3], data: [UInt8(frame), 0x00]))
      pause(milliseconds: 3)
    }
    load.dispose()
    print("shown", shown.value, "wanted", bus.wanted.value.count)
  }
}
