// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the last closure is weak, but flatMapLatest's holds the widget, whose bag holds the subscription: no widget ever goes

import Signals

/// What the house knows, asked over the network.
private struct House: Sendable {
  let gestures = PublishSubject<Int>()
  let net = QueueScheduler("house")
  let living = Shared(0)

  func text(for gesture: Int) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(1), on: net).map { _ in "gesture \(gesture)" }
  }
}

/// A part of the mirror that shows something for a while.
private final class Widget: Sendable {
  private let house: House
  private let shown = Shared("")
  private let bag = DisposeBag()

  init(_ house: House) {
    self.house = house
    house.living.update { $0 += 1 }
    let texts: Signal<String>
    if mended {
      texts = house.gestures.flatMapLatest { [weak self] in self?.load($0) ?? .empty() }
    } else {
      texts = house.gestures.flatMapLatest { self.load($0) }  // LEAK
    }
    texts.subscribe(next: { [weak self] in self?.show($0) })  // LEAK
      .disposed(by: bag)
  }

  deinit { house.living.update { $0 -= 1 } }

  private func load(_ gesture: Int) -> Signal<String> { house.text(for: gesture).map { $0 + "!" } }
  private func show(_ text: String) { shown.update { $0 = text } }
}

enum SmartMirror: LeakProgram {
  static func run() {
    let house = House()
    let camera = house.gestures.filter { $0 % 5 == 0 }.subscribe(next: { _ in })
    for morning in 0..<12 {
      let widget = Widget(house)
      for gesture in 0..<3 {
        house.gestures.next(morning + gesture)
        pause(milliseconds: 3)
      }
      withExtendedLifetime(widget) {}
    }
    for gesture in 0..<12 {
      house.gestures.next(gesture)
      pause(milliseconds: 4)
    }
    print("widgets in memory", house.living.value)
    camera.dispose()
  }
}
