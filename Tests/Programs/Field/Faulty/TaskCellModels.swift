// fault: closure-holds-its-owner
// verdict: likely
// proof: run
// says: each model of a cell holds its bag, which holds a subscription that holds the model; removed tasks stay
// source: peterfriese/MakeItSo #10
// fix: the closures hold the model weakly

import Signals

private struct Todo: Sendable {
  var title: String
  var isDone: Bool
}

/// The model of one cell.
private final class TaskCellModel: Sendable {
  let task: BehaviorRelay<Todo>
  let icon = Shared("")
  let identifier = Shared("")
  private let bag = DisposeBag()

  init(_ task: Todo, saves: PublishRelay<String>) {
    self.task = BehaviorRelay(task)
    if mended {
      self.task.map { $0.isDone ? "checkmark" : "circle" }
        .subscribe(next: { [weak self] name in self?.icon.update { $0 = name } })
        .disposed(by: bag)
    } else {
      self.task.map { $0.isDone ? "checkmark" : "circle" }
        .subscribe(next: { name in self.icon.update { $0 = name } })  // LEAK
        .disposed(by: bag)
    }
    self.task.map(\.title)
      .subscribe(next: { [weak self] title in self?.identifier.update { $0 = title } })
      .disposed(by: bag)
    self.task.skip(1).debounce(for: .milliseconds(10))
      .map(\.title)
      .bind(to: saves)
      .disposed(by: bag)
  }
}

/// The model of the list.
private final class TaskListModel {
  private(set) var cells: [TaskCellModel] = []
  let saves = PublishRelay<String>()

  func add(_ title: String) {
    cells.append(TaskCellModel(Todo(title: title, isDone: false), saves: saves))
  }

  func tick(_ row: Int) {
    var task = cells[row].task.value
    task.isDone = true
    cells[row].task.accept(task)
  }

  func removeDone() { cells.removeAll { $0.task.value.isDone } }
}

enum TaskCellModels: LeakProgram {
  static func run() {
    let list = TaskListModel()
    let saved = Shared(0)
    let saving = list.saves.subscribe(next: { _ in saved.update { $0 += 1 } })
    for week in 0..<4 {
      for day in ["Mon", "Tue", "Wed"] { list.add("\(day) of week \(week)") }
      list.tick(0)
      list.tick(1)
      pause(milliseconds: 60)
      list.removeDone()
    }
    print("left", list.cells.count, "saved", saved.value)
    pause(milliseconds: 100)
    saving.dispose()
    withExtendedLifetime(list) {}
  }
}
