// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: a lap is collected until the chip at the line says so, and that chip is not the one that the line reads: no window is ever closed

import Signals

/// The positions of a runner, gathered lap by lap.
enum LapWindows: LeakProgram {
  static func run() {
    let positions = PublishSubject<Int>()
    let finishLine = PublishSubject<Void>()
    let lostChip = PublishSubject<Void>()
    let laps = Shared(0)
    let bag = DisposeBag()
    positions.map { $0 % 100 }.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    finishLine.count().subscribe(next: { _ in }).disposed(by: bag)
    let lap: Signal<Void> = mended ? finishLine : lostChip
    positions
      .window(on: lap)  // LEAK
      .flatMap { $0.collect() }  // LEAK
      .subscribe(next: { _ in laps.update { $0 += 1 } })
      .disposed(by: bag)
    for position in 0..<4000 {
      positions.next(position)
      guard position % 400 == 399 else { continue }
      finishLine.next(())
      pause(milliseconds: 8)
    }
    print("laps \(laps.value)")
    killed(holding: bag)
  }
}
