// healthy: values dropped at disposed subscribers of a create
// says: Stopping the sampler is asked of its queue, on which one or two samples are under way; there are never more.
// allows: nothing

import Dispatch
import Signals

private let queue = DispatchQueue(label: "sampler")

private func sampler() -> Signal<Int> {
  Signal<Int>.create { subscriber in
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: queue)
    let count = Shared(0)
    timer.schedule(deadline: .now(), repeating: .milliseconds(1))
    timer.setEventHandler {
      let number = count.update {
        $0 += 1
        return $0
      }
      subscriber.next(number)
    }
    timer.activate()
    return Disposable { queue.asyncAfter(deadline: .now() + .milliseconds(2)) { timer.cancel() } }
  }
}

enum LastSampleOnItsWay: LeakProgram {
  static func run() {
    for _ in 0..<6 {
      let shown = sampler().subscribe(next: { _ in })
      pause(milliseconds: 20)
      shown.dispose()
      pause(milliseconds: 10)
    }
    pause(milliseconds: 40)
  }
}
