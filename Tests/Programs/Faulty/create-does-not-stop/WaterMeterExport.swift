// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the closure starts a repeating timer and returns nothing that stops it: it reads on after every export is over

@preconcurrency import Dispatch
import Signals

/// Exports that read a meter through its driver's timer.
enum WaterMeterExport: LeakProgram {
  static func run() {
    let queue = DispatchQueue(label: "meter")
    let timers = Shared<[any DispatchSourceTimer]>([])
    let readings = Signal<Int>.create { subscriber in  // LEAK
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: .milliseconds(1))
      let count = Shared(0)
      timer.setEventHandler {
        subscriber.next(
          count.update {
            $0 += 1; return $0
          })
      }
      timer.resume()
      timers.update { $0.append(timer) }
      if mended { return Disposable { timer.cancel() } }
      return Disposable()
    }
    for _ in 0..<3 {
      let export = readings.subscribe(next: { _ in })
      pause(milliseconds: 12)
      export.dispose()
      pause(milliseconds: 30)
    }
    pause(milliseconds: 30)
    for timer in timers.value { timer.cancel() }
  }
}
