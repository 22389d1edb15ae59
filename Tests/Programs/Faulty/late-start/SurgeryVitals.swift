// fault: late-start
// verdict: certain
// proof: run
// says: where the screen is left before the token has come, the callback starts the stream all the same, and nobody stops it

import Signals

private final class Theatre: Sendable {
  let vitals = PublishSubject<Int>()
  private let gateway = QueueScheduler("gateway")

  /// Calls back with a token, which cannot be called off.
  func fetchToken(_ done: @escaping @Sendable (String) -> Void) {
    gateway.schedule(after: .milliseconds(20)) { done("token") }
  }

  func stream(_ token: String) -> Signal<Int> { vitals.filter { $0 > 0 }.named(token) }
}

private final class VitalsClient: Sendable {
  private let theatre: Theatre

  init(_ theatre: Theatre) { self.theatre = theatre }

  func heartRate() -> Signal<Int> {
    Signal.create { [theatre] subscriber in  // LEAK
      if mended {
        let slot = SerialDisposable()
        theatre.fetchToken { token in
          guard !slot.isDisposed else { return }
          slot.inner = theatre.stream(token).subscribe(subscriber)
        }
        return slot
      }
      let stream = Shared<Disposable?>(nil)
      theatre.fetchToken { token in
        let started = theatre.stream(token).subscribe(subscriber)  // LEAK
        stream.update { $0 = started }
      }
      return Disposable { stream.value?.dispose() }  // LEAK
    }
  }
}

/// A screen that shows the heart rate for as long as somebody looks.
private final class VitalsScreen: Sendable {
  let rate = MutableProperty(0)
  private let bag = DisposeBag()

  func appear(_ client: VitalsClient) {
    client.heartRate()
      .distinctUntilChanged()
      .bind(to: rate)
      .disposed(by: bag)
  }

  func disappear() { bag.dispose() }
}

enum SurgeryVitals: LeakProgram {
  static func run() {
    let theatre = Theatre()
    let client = VitalsClient(theatre)
    var shown = 0
    for visit in 0..<12 {
      let screen = VitalsScreen()
      screen.appear(client)
      pause(milliseconds: visit % 3 == 0 ? 5 : 45)
      theatre.vitals.next(60 + visit)
      screen.disappear()
      shown += screen.rate.value > 0 ? 1 : 0
    }
    for beat in 0..<20 {
      theatre.vitals.next(70 + beat)
      pause(milliseconds: 5)
    }
    print("shown", shown)
  }
}
