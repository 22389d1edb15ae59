// healthy: of five subscriptions of one function four are disposed early, and the fifth, whose handle nobody keeps, goes on to the end
// says: The four draw the splash screen and go with it; the crash reporter is meant for the whole program.
// allows: suspect

import Glibc
import Signals

private final class Boot: Sendable {
  let progress = PublishSubject<Int>()
  let hints = PublishSubject<String>()
  let locale = BehaviorSubject("en")
  let faults = PublishSubject<String>()
  let cancelled = PublishSubject<Void>()
}

private final class CrashReporter: Sendable {
  let reports = Shared<[String]>([])

  func report(_ fault: String) { reports.update { $0.append(fault) } }
}

/// The picture that is shown while the program starts.
private final class Splash: Sendable {
  private let drawn = Shared(0)

  func show(_ boot: Boot, _ reporter: CrashReporter) -> DisposeBag {
    let bag = DisposeBag()
    boot.progress
      .distinctUntilChanged()
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
    boot.hints
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
    boot.locale
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
    // From here on for as long as the program runs.
    _ = boot.faults
      .filter { !$0.isEmpty }
      .subscribe(next: { reporter.report($0) })
    boot.cancelled
      .take(1)
      .subscribe(next: { exit(1) })
      .disposed(by: bag)
    return bag
  }
}

enum SplashToDesk: LeakProgram {
  static func run() {
    let boot = Boot()
    let reporter = CrashReporter()
    let splash = Splash()
    let bag = splash.show(boot, reporter)
    for step in 0..<10 {
      boot.progress.next(step * 10)
      if step % 4 == 0 { boot.hints.next("hint \(step)") }
      if step == 6 { boot.locale.next("da") }
      pause(milliseconds: 8)
    }
    bag.dispose()
    // The desk is open, and faults are reported.
    for hour in 0..<20 {
      if hour % 3 == 0 { boot.faults.next("fault at \(hour)") }
      pause(milliseconds: 8)
    }
    print("reports", reporter.reports.value.count)
    exit(0)
  }
}
