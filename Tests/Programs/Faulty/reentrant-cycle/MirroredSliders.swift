// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: each slider sets the other, which sets the first again, until rounding makes them agree

import Signals

/// Two sliders, of which one shows degrees of one kind and the other those of another.
enum MirroredSliders: LeakProgram {
  static func run() {
    let left = BehaviorSubject(0)
    let right = BehaviorSubject(0)
    let bag = DisposeBag()
    left.subscribe(next: { degrees in  // LEAK
      if mended ? right.value != degrees : right.value < degrees + 3 { right.next(degrees) }
    }).disposed(by: bag)
    right.subscribe(next: { degrees in
      if mended ? left.value != degrees : degrees % 10 != 9 { left.next(mended ? degrees : degrees + 1) }
    }).disposed(by: bag)
    for move in 1...12 {
      left.next(move * 10)
      pause(milliseconds: 3)
    }
  }
}
