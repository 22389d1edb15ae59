// fault: round-growth
// verdict: likely
// proof: run
// says: one subscription to the score is left with each match that is over, in fifteen of fifteen

import SignalTracing
import Signals

/// Matches one after the other, with a mark at the end of each.
enum MatchRounds: LeakProgram {
  static func run() {
    let score = PublishSubject<Int>()
    let bag = DisposeBag()
    for match in 0..<15 {
      let own = DisposeBag()
      score.subscribe(next: { _ in }).disposed(by: own)
      let banner = score.filter { $0 > match }.subscribe(next: { _ in })  // LEAK
      banner.disposed(by: mended ? own : bag)
      for goal in 0..<3 { score.next(goal) }
      own.dispose()
      Trace.mark("match over")
    }
    pause(milliseconds: 30)
    killed(holding: bag)
  }
}
