// healthy: recursion, a chain of the same site nested in itself
// says: The walk is as deep as the directories are, and is over when there are no more.
// allows: nothing

import Signals
import Synchronization

private struct Folder: Sendable {
  let depth: Int
  var children: [Folder] { depth == 0 ? [] : (0..<2).map { _ in Folder(depth: depth - 1) } }
}

private final class Walker: Sendable {
  private let disk = QueueScheduler("disk")

  func files(below folder: Folder) -> Signal<Int> {
    let own = Signal<Int>.timer(after: .milliseconds(2), on: disk).mapReplace(folder.depth)
    let deeper = Signal<Folder>.from(folder.children).flatMap { self.files(below: $0) }
    return own.concat(deeper)
  }
}

enum DirectoryWalk: LeakProgram {
  static func run() {
    let walker = Walker()
    let bag = DisposeBag()
    let isDone = Flag()
    walker.files(below: Folder(depth: 7))
      .count()
      .subscribe(next: { print("files", $0) }, completed: { isDone.raise() })
      .disposed(by: bag)
    isDone.wait()
  }
}
