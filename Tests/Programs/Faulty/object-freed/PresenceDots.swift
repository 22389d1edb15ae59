// fault: object-freed
// verdict: certain
// proof: run
// says: a dot is freed with its contact; what was subscribed to for it is alive

import Signals

/// Dots that show who is online.
enum PresenceDots: LeakProgram {
  static func run() {
    let online = PublishSubject<Int>()
    var dots: [Dot] = []
    for contact in 0..<8 {
      dots.append(Dot(contact, online))
      online.next(contact)
    }
    dots = []
    let footer = online.subscribe(next: { _ in })
    for contact in 0..<16 { online.next(contact % 8) }
    footer.dispose()
    pause(milliseconds: 30)
  }
}

private final class Dot: Sendable {
  private let isOn = Shared(false)
  private let bag = DisposeBag()

  init(_ contact: Int, _ online: Signal<Int>) {
    let lit = online.filter { $0 == contact }
      .subscribe(next: { [weak self] _ in self?.light() })  // LEAK
      .owned(by: self)  // LEAK
    if mended { lit.disposed(by: bag) }
  }

  private func light() { isOn.update { $0 = true } }
}
