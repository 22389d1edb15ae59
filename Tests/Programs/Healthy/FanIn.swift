// healthy: inner signals that pile up below flatMap
// says: All containers of the node write to one log; each is meant to go on beside the others, and none has stopped.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Container: Sendable {
  let name: String
  let output = PublishSubject<String>()
  init(_ name: String) { self.name = name }
}

private final class Node: Sendable {
  let started = PublishSubject<Container>()
  let lines = Atomic<Int>(0)
  private let bag = DisposeBag()

  func collect() {
    started
      .flatMap { container in container.output.map { "\(container.name): \($0)" } }
      .subscribe(next: { _ in self.lines.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum FanIn: LeakProgram {
  static func run() {
    let node = Node()
    node.collect()
    var containers: [Container] = []
    for round in 0..<80 {
      if round < 40, round % 2 == 0 {
        let container = Container("web\(round)")
        containers.append(container)
        node.started.next(container)
      }
      for container in containers { container.output.next("line \(round)") }
      pause(milliseconds: 3)
    }
    print("lines", node.lines.load(ordering: .relaxed))
    exit(0)
  }
}
