// healthy: the handle was let go, no owner holds it, while siblings of the same line were disposed
// says: All go through one helper; views dispose what it gives them, main keeps its log for the whole life of the process.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Model: Sendable {
  private let value = BehaviorSubject(0)
  func set(_ new: Int) { value.next(new) }

  @discardableResult
  func observe(_ body: @escaping @Sendable (Int) -> Void) -> Disposable {
    value.distinctUntilChanged().subscribe(next: body)
  }
}

private final class View: Sendable {
  let drawn = Atomic<Int>(0)
  private let life = CompositeDisposable()

  func show(_ model: Model) {
    life.add(model.observe { [weak self] _ in self?.drawn.add(1, ordering: .relaxed) })
  }

  func hide() { life.dispose() }
}

enum HelperUsedByAll: LeakProgram {
  static func run() {
    let model = Model()
    let log = Shared<[Int]>([])
    model.observe { value in log.update { $0.append(value) } }
    for round in 0..<50 {
      let view = View()
      view.show(model)
      model.set(round)
      pause(milliseconds: 2)
      view.hide()
      model.set(-round)
    }
    print("logged", log.value.count)
    exit(0)
  }
}
