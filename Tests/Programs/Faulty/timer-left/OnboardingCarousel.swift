// fault: timer-left
// verdict: likely
// proof: run
// says: a sheet makes the carousel appear again without a disappearance before: the first timer is overwritten and goes on

import Signals

/// The pages that greet a new user turn by themselves while they are on the screen.
private final class Carousel {
  private var turning: Subscription?
  private let clock: VirtualTimeScheduler
  private let turns: Shared<Int>

  init(_ clock: VirtualTimeScheduler, turns: Shared<Int>) {
    self.clock = clock
    self.turns = turns
  }

  func viewDidAppear() {
    if mended { turning?.dispose() }
    turning = Signal.interval(.seconds(3), on: clock)  // LEAK
      .subscribe(next: { [turns] _ in turns.update { $0 += 1 } })  // LEAK
  }

  func viewDidDisappear() {
    turning?.dispose()
    turning = nil
  }
}

enum OnboardingCarousel: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let turns = Shared(0)
    for newcomer in 0..<6 {
      let carousel = Carousel(clock, turns: turns)
      carousel.viewDidAppear()
      clock.advance(by: .seconds(9))
      // Every other newcomer looks at the sheet with the terms, behind which the carousel stays.
      if newcomer % 2 == 0 { carousel.viewDidAppear() }
      clock.advance(by: .seconds(9))
      pause(milliseconds: 8)
      carousel.viewDidDisappear()
    }
    let before = turns.value
    clock.advance(by: .seconds(30))
    print("turned", turns.value - before, "times after the onboarding")
  }
}
