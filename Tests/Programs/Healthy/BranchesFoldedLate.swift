// healthy: bags within bags that grow for long and are disposed in one go
// says: A branch is unfolded step by step and folded as a whole, together with all that was unfolded in it.
// allows: nothing

import Signals

private final class Branch {
  private let bag = DisposeBag()
  private var children: [Branch] = []

  init(_ changes: Signal<Int>, path: [Int]) {
    let number = path.reduce(0) { $0 * 3 + $1 }
    changes.filter { $0 % 27 == number }.subscribe(next: { _ in }).disposed(by: bag)
  }

  func add(_ child: Branch) { children.append(child) }

  func fold() {
    children.forEach { $0.fold() }
    children.removeAll()
    bag.dispose()
  }
}

enum BranchesFoldedLate: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    for root in 0..<4 {
      let top = Branch(changes, path: [root])
      for middle in 0..<3 {
        let branch = Branch(changes, path: [root, middle])
        top.add(branch)
        for leaf in 0..<3 {
          branch.add(Branch(changes, path: [root, middle, leaf]))
          for change in 0..<27 where change % 3 == leaf { changes.next(change) }
          pause(milliseconds: 3)
        }
      }
      top.fold()
      pause(milliseconds: 3)
    }
  }
}
