// healthy: the owner's memory is gone, a subscription that it began lives
// says: The window hands its import to the job centre, whose bag holds it; the window may close while the import runs.
// allows: nothing

import Signals
import Synchronization

private final class JobCentre: Sendable {
  private let bag = DisposeBag()
  private let clock = QueueScheduler("jobs")
  let steps = Atomic<Int>(0)

  func run(_ job: Signal<Int>) {
    job.subscribe(next: { _ in self.steps.add(1, ordering: .relaxed) }).disposed(by: bag)
  }

  func job(of steps: Int) -> Signal<Int> { Signal<Int>.interval(.milliseconds(5), on: clock).take(steps) }
}

private final class Window: Sendable {
  private let bag = DisposeBag()
  private let centre: JobCentre
  let clicks = PublishSubject<Int>()

  init(_ centre: JobCentre) {
    self.centre = centre
    clicks
      .subscribe(next: { [weak self] count in
        guard let self else { return }
        self.centre.run(self.centre.job(of: count))
      })
      .disposed(by: bag)
  }
}

enum ImportOutlivesItsWindow: LeakProgram {
  static func run() {
    let centre = JobCentre()
    for _ in 0..<25 {
      let window = Window(centre)
      window.clicks.next(8)
      pause(milliseconds: 6)
    }
    print("steps", centre.steps.load(ordering: .relaxed))
  }
}
