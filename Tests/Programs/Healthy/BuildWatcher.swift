// healthy: inner signals replaced by newer ones, slow teardown, a queue, process-long subscriptions
// says: Changes are gathered, a build that is overtaken is stopped, its compilers need a moment to go; the watcher runs until it is told to exit.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private enum Outcome: Sendable { case started(Int), compiled(file: Int), finished(Int) }

/// Compilers are processes: to stop one takes a few milliseconds.
private final class Toolchain: Sendable {
  let running = Atomic<Int>(0)
  private let clock = QueueScheduler("compiler")
  private let reaper = DispatchQueue(label: "reaper")

  func compile(_ file: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      self.running.add(1, ordering: .relaxed)
      let work = Signal<Int>.timer(after: .milliseconds(2 + file % 3), on: self.clock)
        .subscribe(next: { _ in subscriber.next(file) }, completed: { subscriber.completed() })
      return Disposable {
        self.reaper.asyncAfter(deadline: .now() + .milliseconds(2)) {
          work.dispose()
          self.running.subtract(1, ordering: .relaxed)
        }
      }
    }
  }
}

private final class Builder: Sendable {
  let outcomes = PublishSubject<Outcome>()
  private let toolchain = Toolchain()

  func build(_ number: Int, _ files: [Int]) -> Signal<Outcome> {
    Signal<Int>.from(files)
      .flatMap(maxConcurrent: 3) { self.toolchain.compile($0) }
      .map { Outcome.compiled(file: $0) }
      .startWith(.started(number))
      .endWith(.finished(number))
  }
}

private final class Watcher: Sendable {
  let changes = PublishSubject<Int>()
  let finished = Atomic<Int>(0)
  let stopped = Atomic<Int>(0)
  private let builder = Builder()
  private let clock = QueueScheduler("watcher")
  private let dirty = Shared<Set<Int>>([])
  private let bag = DisposeBag()

  func run() {
    changes.subscribe(next: { file in self.dirty.update { _ = $0.insert(file) } }).disposed(by: bag)
    changes
      .debounce(for: .milliseconds(8), on: clock)
      .scan(0) { number, _ in number + 1 }
      .flatMapLatest { number in
        self.builder.build(number, self.dirty.value.sorted())
          .onDispose { self.stopped.add(1, ordering: .relaxed) }
      }
      .subscribe(next: { outcome in
        guard case .finished = outcome else { return }
        self.finished.add(1, ordering: .relaxed)
        self.dirty.update { $0 = [] }
      })
      .disposed(by: bag)
  }
}

enum BuildWatcher: LeakProgram {
  static func run() {
    let watcher = Watcher()
    watcher.run()
    for edit in 0..<30 {
      for file in 0..<(1 + edit % 8) { watcher.changes.next(file * edit) }
      pause(milliseconds: edit % 3 == 0 ? 24 : 11)
    }
    pause(milliseconds: 30)
    for file in 0..<6 { watcher.changes.next(file) }
    pause(milliseconds: 10)
    print("finished", watcher.finished.load(ordering: .relaxed) > 3)
    exit(0)
  }
}
