// fault: timer-left
// ported: ReactiveCocoa/ReactiveSwift#682
// verdict: suspect
// proof: run
// says: the sampler's stop is the presenter's end, but the sampler's closure keeps the presenter: it ticks for ever

import Signals

/// Presenters of toasts that sample their queue by a timer, for as long as they live.
enum ToastPresenter: LeakProgram {
  static func run() {
    let clock = QueueScheduler("toasts")
    for number in 0..<4 {
      let presenter = Presenter(number, clock)
      presenter.begin()
      pause(milliseconds: 15)
    }
    pause(milliseconds: 90)
  }
}

private final class Presenter: Sendable {
  private let number: Int
  private let clock: QueueScheduler
  private let ended = PublishSubject<Void>()
  private let toasts = Shared<[Int]>([])

  init(_ number: Int, _ clock: QueueScheduler) {
    self.number = number
    self.clock = clock
  }

  deinit { ended.next(()) }

  func begin() {
    let sampler = Signal<Int>.interval(.milliseconds(4), on: clock).take(until: ended)
    if mended {
      _ = sampler.subscribe(next: { [weak self] in self?.show($0) })
    } else {
      _ = sampler.subscribe(next: { self.show($0) })  // LEAK
    }
  }

  private func show(_ tick: Int) { toasts.update { $0.append(tick + number) } }
}
