// fault: retry-storm
// verdict: finding
// proof: run
// says: one value is taken and the state subscribed to again, which has its value ready each time: it turns as fast as it can (repeatWhen)

import Signals

/// A lamp that follows the state of a machine.
enum ReadStateAgain: LeakProgram {
  static func run() {
    let state = BehaviorSubject(0)
    let doors = PublishSubject<Bool>()
    let bag = DisposeBag()
    let read = Shared(0)
    doors.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    state.filter { $0 > 3 }.subscribe(next: { _ in }).disposed(by: bag)
    let states: Signal<Int>
    if mended {
      states = state.distinctUntilChanged()
    } else {
      states = state.take(1).repeat()  // LEAK
    }
    states.take(1800).subscribe(next: { _ in read.update { $0 += 1 } }).disposed(by: bag)
    for value in 0..<10 {
      state.next(value)
      doors.next(value % 2 == 0)
      pause(milliseconds: 3)
    }
    print("read \(read.value)")
    bag.dispose()
  }
}
