// healthy: `assign` holds the object that holds the bag
// says: The bag is disposed as the label goes from the screen, which ends the cycle.
// allows: nothing

import Signals

private final class Label: @unchecked Sendable {
  var text = 0
  private let bag = DisposeBag()

  func appears(_ scores: Signal<Int>) { scores.assign(to: \.text, on: self).disposed(by: bag) }
  func disappears() { bag.dispose() }
}

enum LabelsWhileShown: LeakProgram {
  static func run() {
    let scores = BehaviorSubject(0)
    for player in 0..<20 {
      let label = Label()
      label.appears(scores)
      scores.next(player)
      pause(milliseconds: 4)
      label.disappears()
    }
    for goal in 0..<10 { scores.next(goal) }
    pause(milliseconds: 20)
  }
}
