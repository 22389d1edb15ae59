// healthy: subscriptions that wait for their beginning, and some that never begin
// says: Jobs begin after a delay; every third is called off before; all are done before the end but the last few.
// allows: nothing

import Signals

enum JobsForLater: LeakProgram {
  static func run() {
    let clock = QueueScheduler("jobs")
    let done = Shared(0)
    var jobs: [Subscription] = []
    for number in 0..<24 {
      let work = Signal<Int>.interval(.milliseconds(2), on: clock).take(3)
      jobs.append(
        work.delaySubscription(for: .milliseconds(9), on: clock)
          .subscribe(next: { _ in }, completed: { done.update { $0 += 1 } }))
      pause(milliseconds: 4)
      if number % 3 == 2 { jobs[number - 1].dispose() }
    }
    print("done", done.value > 0)
    withExtendedLifetime(jobs) {}
  }
}
