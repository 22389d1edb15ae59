// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: the bag that everything is put into goes at the end of the program only; until then it only grew

import Signals

/// Makes a report of each table, and puts everything away at the end.
enum NightlyReport: LeakProgram {
  static func run() {
    let rows = PublishSubject<Int>()
    let all = DisposeBag()  // LEAK
    for table in 0..<80 {
      let count = Shared(0)
      let counting = rows.filter { $0 % 80 == table }
        .subscribe(next: { _ in count.update { $0 += 1 } })  // LEAK
      counting.disposed(by: all)
      for row in 0..<20 { rows.next(row * 4 + table) }
      pause(milliseconds: 1)
      if mended { counting.dispose() }
    }
    withExtendedLifetime(all) {}
  }
}
