// healthy: a bag that is given one more, again and again, and never emptied
// says: Jobs of a day end by themselves, so the bag holds only the five watches that are meant to stay.
// allows: nothing

import Signals

private struct Job: Sendable {
  let name: String
  let minutes: Int
}

/// Runs jobs by a clock of its own, on which a day is a moment.
private final class Cron: Sendable {
  private let clock = VirtualTimeScheduler()
  private let everything = CompositeDisposable()
  private let finished = PublishSubject<String>()
  private let report = Shared<[String: Int]>([:])

  init(watching names: [String]) {
    let report = report
    for name in names {
      everything.add(
        finished.filter { $0.hasPrefix(name) }
          .subscribe(next: { _ in report.update { $0[name, default: 0] += 1 } }))
    }
  }

  func run(_ job: Job) {
    let finished = finished
    everything.add(
      Signal<Int>.interval(.seconds(60), on: clock).take(job.minutes)
        .subscribe(next: { _ in }, completed: { finished.next(job.name) }))
  }

  func pass(hours: Int) { clock.advance(by: .seconds(3600 * hours)) }
  var summary: Int { report.value.values.reduce(0, +) }
}

enum CronOfTheDay: LeakProgram {
  static func run() {
    let names = ["backup", "index", "mail", "cleanup", "stats"]
    let cron = Cron(watching: names)
    for hour in 0..<48 {
      for name in names where (hour + name.count) % 3 != 0 {
        cron.run(Job(name: "\(name) of hour \(hour)", minutes: 3 + hour % 9))
      }
      cron.pass(hours: 1)
      pause(milliseconds: 5)
    }
    print("jobs", cron.summary)
    withExtendedLifetime(cron) {}
  }
}
