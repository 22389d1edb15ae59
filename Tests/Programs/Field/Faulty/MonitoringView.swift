// fault: retry-of-what-is-gone
// verdict: finding
// proof: run
// says: the server has dropped the stream for good after its idle time; the client asks for it again and again, for ever
// source: vaadin/hilla #2716
// fix: the retry stops at the first answer that says so, and the application is told

import Signals

private struct LineLost: Error {}
private struct StreamGone: Error {}

/// A server that keeps a stream over short breaks of the line, but not for long.
private final class MetricsServer: Sendable {
  let attempts = Shared(0)
  private let values = PublishSubject<Int>()
  private let breaks = PublishSubject<Int>()
  private let isKept = Shared(true)

  func attach() -> Signal<Int> {
    Signal<Int>.deferred { [self] in
      attempts.update { $0 += 1 }
      if !isKept.value { return .fail(StreamGone()) }
      return values.merge(breaks.flatMap { _ in Signal<Int>.fail(LineLost()) })
    }
  }

  func send(_ value: Int) { values.next(value) }

  func breakLine(forLong isLong: Bool) {
    if isLong { isKept.update { $0 = false } }
    breaks.next(0)
  }
}

/// A view that draws the load of the server.
private final class LoadView: Sendable {
  let drawn = Shared<[Int]>([])
  let isOffline = Shared(false)
  private let bag = DisposeBag()

  func open(_ server: MetricsServer, on clock: QueueScheduler) {
    let metrics: Signal<Int>
    if mended {
      metrics = server.attach().retry(when: { errors in
        errors.flatMap { error -> Signal<Int> in
          error is StreamGone ? .fail(error) : .timer(after: .milliseconds(6), on: clock)
        }
      })
    } else {
      metrics = server.attach().retry(.init(firstPause: .milliseconds(6), factor: 1), on: clock)  // LEAK
    }
    metrics
      .subscribe(
        next: { [drawn] value in drawn.update { $0.append(value) } },
        error: { [isOffline] _ in isOffline.update { $0 = true } }
      )
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum MonitoringView: LeakProgram {
  static func run() {
    let server = MetricsServer()
    let view = LoadView()
    let clock = QueueScheduler("reconnect")
    let heart = Signal<Int>.interval(.milliseconds(25), on: QueueScheduler("heart")).subscribe(next: { _ in })
    view.open(server, on: clock)
    for second in 0..<12 {
      server.send(second * 7 % 40)
      pause(milliseconds: 10)
      if second == 4 { server.breakLine(forLong: false) }
    }
    server.breakLine(forLong: true)
    pause(milliseconds: 400)
    print("attempts", server.attempts.value, "drawn", view.drawn.value.count, "offline", view.isOffline.value)
    view.close()
    heart.dispose()
  }
}
