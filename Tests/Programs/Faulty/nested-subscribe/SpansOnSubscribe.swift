// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: a heartbeat begins whenever somebody subscribes, as a side effect, and is not disposed when they leave

import Signals

private final class Tracer: Sendable {
  private let clock = QueueScheduler("spans")
  private let open = SerialDisposable()
  let beats = Shared(0)

  func traced(_ requests: Signal<Int>) -> Signal<Int> {
    requests.onSubscribe { [self] in
      let beating = Signal<Int>.interval(.milliseconds(3), on: clock)
        .subscribe(next: { [beats] _ in beats.update { $0 += 1 } })  // LEAK
      if mended { open.inner = beating }
    }.onDispose { [self] in
      if mended { open.inner = nil }  // LEAK
    }
  }
}

/// A tracer that keeps a span alive for as long as a request is listened to.
enum SpansOnSubscribe: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    let tracer = Tracer()
    let traced = tracer.traced(requests)
    for number in 0..<11 {
      let listening = traced.subscribe(next: { _ in })
      requests.next(number)
      pause(milliseconds: 7)
      listening.dispose()
    }
    pause(milliseconds: 40)
    print("beats", tracer.beats.value)
  }
}
