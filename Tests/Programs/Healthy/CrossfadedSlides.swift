// healthy: one cold chain of concatMap subscribed to by each in turn, with a short overlap
// says: A slide fades in from nothing while the one before still fades; each needs the steps from the first, and they end by themselves.
// allows: nothing

import Signals

private final class Slide: Sendable {
  let title: String
  private let opacity = MutableProperty(0)
  private let bag = DisposeBag()

  init(_ title: String) { self.title = title }

  func appear(_ fade: Signal<Int>) { fade.bind(to: opacity).disposed(by: bag) }

  var isVisible: Bool { opacity.value == 100 }
}

/// A projector that shows each slide for a while.
private final class Projector {
  private let fade: Signal<Int>
  private var current: Slide?
  private var previous: Slide?
  private(set) var visible = 0

  init(_ frames: QueueScheduler) {
    fade = Signal<Int>.of(10, 30, 60, 85, 100).concatMap { opacity in
      Signal<Int>.timer(after: .milliseconds(3), on: frames).mapReplace(opacity)
    }
  }

  func show(_ title: String) {
    if previous?.isVisible == true { visible += 1 }
    previous = current
    let slide = Slide(title)
    slide.appear(fade)
    current = slide
  }
}

enum CrossfadedSlides: LeakProgram {
  static func run() {
    let projector = Projector(QueueScheduler("frames"))
    for number in 1...16 {
      projector.show("slide \(number)")
      pause(milliseconds: number % 3 == 0 ? 11 : 20)
    }
    pause(milliseconds: 60)
    print("slides were seen:", projector.visible > 0)
  }
}
