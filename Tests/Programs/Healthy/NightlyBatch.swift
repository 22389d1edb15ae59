// healthy: four are alive at the end, their handles let go, one of them a timer
// says: A batch job sets up its log, its progress and its limits once, does its files, and exits; that ends them.
// allows: nothing

import Glibc
import Signals

private struct Broken: Error { let file: Int }

private enum Step: Sendable {
  case read(Int)
  case converted(Int)
  case failed(Int)
}

private func convert(_ file: Int, on disk: QueueScheduler) -> Signal<Step> {
  Signal<Int>.timer(after: .milliseconds(4), on: disk).map { _ in
    if file % 9 == 5 { throw Broken(file: file) }
    return Step.converted(file)
  }.startWith(.read(file))
}

enum NightlyBatch: LeakProgram {
  static func run() {
    let disk = QueueScheduler("disk")
    let steps = PublishSubject<Step>()
    let lines = Shared(0)
    let failures = Shared(0)
    let bytes = Shared(0)
    _ = steps.subscribe(next: { _ in lines.update { $0 += 1 } })
    _ = steps.compactMap { step -> Int? in
      if case .failed(let file) = step { return file }
      return nil
    }.subscribe(next: { file in failures.update { $0 += file } })
    _ = steps.buffer(for: .milliseconds(40), on: disk).map(\.count).subscribe(next: { count in
      bytes.update { $0 += count }
    })
    _ = Signal<Int>.interval(.milliseconds(50), on: disk).subscribe(next: { _ in _ = lines.value })
    for file in 0..<60 {
      let done = Flag()
      _ = convert(file, on: disk).catchAndReturn(.failed(file))
        .subscribe(next: { steps.next($0) }, completed: { done.raise() })
      done.wait()
    }
    print("lines", lines.value, "failures", failures.value)
    exit(failures.value > 0 ? 0 : 1)
  }
}
