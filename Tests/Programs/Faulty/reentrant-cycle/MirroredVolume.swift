// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: each of the two properties sets the other, rounded otherwise, and so they go round and round

import Signals

/// Two views of the volume, in percent and in steps, kept equal to one another.
enum MirroredVolume: LeakProgram {
  static func run() {
    let percent = PublishSubject<Int>()
    let steps = PublishSubject<Int>()
    let bag = DisposeBag()
    let rounds = Shared(0)
    percent.subscribe(next: { value in
      guard
        rounds.update({
          $0 += 1; return $0
        }) % 60 != 0
      else { return }
      if mended ? value % 7 == 0 : true { steps.next(value / 7 + 1) }  // LEAK
    }).disposed(by: bag)
    steps.subscribe(next: { if !mended || $0 < 0 { percent.next($0 * 7) } })  // LEAK
      .disposed(by: bag)
    for value in 1...40 { percent.next(value) }
    pause(milliseconds: 5)
    bag.dispose()
  }
}
