// healthy: an object held by its own subscription's closure
// says: A task keeps itself alive until its work is done, and goes then; three are at work when the program ends.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Thumbnail: Sendable {
  private static let workers = QueueScheduler("thumbnails")
  private let name: String
  private let bag = DisposeBag()
  private let parts = Atomic<Int>(0)

  init(_ name: String) { self.name = name }

  func render(_ done: @escaping @Sendable (String) -> Void) {
    Signal<Int>.interval(.milliseconds(4), on: Self.workers)
      .take(3)
      .subscribe(
        next: { _ in self.parts.add(1, ordering: .relaxed) },
        completed: { done("\(self.name): \(self.parts.load(ordering: .relaxed))") }
      )
      .disposed(by: bag)
  }
}

enum SelfOwnedTasks: LeakProgram {
  static func run() {
    let results = Shared<[String]>([])
    for picture in 0..<60 {
      Thumbnail("picture \(picture)").render { text in results.update { $0.append(text) } }
      pause(milliseconds: 4)
    }
    print("rendered", results.value.count)
    exit(0)
  }
}
