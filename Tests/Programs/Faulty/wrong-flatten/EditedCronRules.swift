// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: an edited rule is to take the place of the one before; `merge` lets all versions of it go on running the job

import Signals

/// When a job is to run: a line of a crontab.
private struct Rule: Sendable {
  let version: Int
  let everySeconds: Int
}

/// A scheduler for one job, whose rule may be edited at any time.
private struct Cron: Sendable {
  let clock = VirtualTimeScheduler()
  let edits = PublishSubject<Rule>()
  let shutdown = PublishSubject<Void>()

  func runs() -> Signal<Int> {
    let schedules = edits.map { [clock] rule in
      Signal<Int>.interval(.seconds(rule.everySeconds), on: clock).map { _ in rule.version }
    }
    let runs = mended ? schedules.switchToLatest() : schedules.merge()  // LEAK
    return runs.take(until: shutdown)
  }
}

enum EditedCronRules: LeakProgram {
  static func run() {
    let cron = Cron()
    let runs = Shared([Int: Int]())
    let invalid = cron.edits.filter { $0.everySeconds < 1 }.subscribe(next: { _ in print("invalid") })
    _ = cron.runs().subscribe(next: { version in runs.update { $0[version, default: 0] += 1 } })
    for version in 0..<14 {
      cron.edits.next(Rule(version: version, everySeconds: 20 + version * 3 % 10))
      for _ in 0..<4 {
        cron.clock.advance(by: .seconds(30))
        pause(milliseconds: 4)
      }
    }
    cron.shutdown.next(())
    invalid.dispose()
    cron.clock.advance(by: .seconds(120))
    print("versions", runs.value.count)
  }
}
