// healthy: a bag is disposed in a `defer`, the last thing that run() does, and the belts run on
// says: The counters of the belts belong to the shift, which is the program; each crate was full and over before.
// allows: nothing

import Dispatch
import Signals

private struct Bottle: Sendable {
  let belt: Int
  let millilitres: Int
}

enum BottlingShift: LeakProgram {
  static func run() {
    let shift = DisposeBag()
    defer { shift.dispose() }
    let bottles = PublishSubject<Bottle>()
    let rejected = Shared(0)
    for belt in 0..<3 {
      DispatchQueue.global().async {
        for step in 0... {
          bottles.next(Bottle(belt: belt, millilitres: 495 + step * 7 % 11))
          if step % 3 == 2 { pause(milliseconds: 1) }
        }
      }
      bottles.filter { $0.belt == belt }
        .map(\.millilitres)
        .filter { $0 < 498 }
        .subscribe(next: { _ in rejected.update { $0 += 1 } })
        .disposed(by: shift)
    }
    bottles.window(for: .milliseconds(15), on: QueueScheduler("quality"))
      .flatMap { window in window.map(\.millilitres).min() }
      .subscribe(next: { _ in })
      .disposed(by: shift)
    for crate in 0..<10 {
      let filled = Flag()
      let filling = bottles.filter { $0.belt == crate % 3 }
        .take(12)
        .subscribe(completed: { filled.raise() })
      filled.wait()
      filling.dispose()
      pause(milliseconds: 8)
    }
    print("rejected", rejected.value > 0)
  }
}
