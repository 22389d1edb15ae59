// fault: forgotten-handle
// verdict: likely
// proof: run
// says: of four handlers on the bus, which look the same, one is not put with the others, and stays when the basket goes

import Signals

private enum Message: Sendable, CaseIterable { case added, removed, paid, emptied }

/// What the basket does as the bus tells it to.
private final class BasketModule: Sendable {
  private let handles = CompositeDisposable()
  private let count = Shared(0)

  func start(_ bus: Signal<Message>) {
    let count = count
    let added = bus.filter { $0 == .added }.subscribe(next: { _ in count.update { $0 += 1 } })
    let removed = bus.filter { $0 == .removed }.subscribe(next: { _ in count.update { $0 -= 1 } })
    let paid = bus.filter { $0 == .paid }.subscribe(next: { _ in count.update { $0 = 0 } })  // LEAK
    let emptied = bus.filter { $0 == .emptied }.subscribe(next: { _ in count.update { $0 = 0 } })
    for handle in [added, removed, emptied] { handles.add(handle) }
    if mended { handles.add(paid) }
  }

  func stop() { handles.dispose() }
}

enum FourHandlers: LeakProgram {
  static func run() {
    let bus = PublishSubject<Message>()
    let clock = QueueScheduler("bus")
    let pulse = Signal<Int>.interval(.milliseconds(4), on: clock).subscribe(next: { _ in })
    for _ in 0..<3 {
      let basket = BasketModule()
      basket.start(bus)
      for message in Message.allCases {
        bus.next(message)
        pause(milliseconds: 2)
      }
      basket.stop()
    }
    for message in Message.allCases + Message.allCases {
      bus.next(message)
      pause(milliseconds: 4)
    }
    pulse.dispose()
  }
}
