// healthy: zip keeps hundreds of values of one side
// says: The script is read ahead of the puppeteer, who takes it move by move and gets to the end.
// allows: nothing

import Signals

private struct Line: Sendable {
  let number: Int
}

enum PuppetTheatre: LeakProgram {
  static func run() {
    let script = PublishSubject<Line>()
    let moves = PublishSubject<Int>()
    let played = Shared(0)
    let isOver = Flag()
    _ = zip(script, moves)
      .subscribe(next: { _, _ in played.update { $0 += 1 } }, completed: { isOver.raise() })
    for number in 0..<500 { script.next(Line(number: number)) }
    script.completed()
    for move in 0..<500 {
      moves.next(move)
      if move % 20 == 0 { pause(milliseconds: 2) }
    }
    moves.completed()
    isOver.wait()
    print("played", played.value)
    pause(milliseconds: 15)
  }
}
