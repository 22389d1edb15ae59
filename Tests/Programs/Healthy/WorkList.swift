// healthy: re-entrant sends, many in one delivery
// says: A subject is the list of nodes to visit: each one sends those behind it, and every node is visited once.
// allows: nothing

import Signals
import Synchronization

private final class Graph: Sendable {
  let size: Int
  init(size: Int) { self.size = size }
  func neighbours(of node: Int) -> [Int] { [node * 2 + 1, node * 2 + 2, node / 2].filter { $0 < size } }
}

private final class Search: Sendable {
  let visited = Shared<Set<Int>>([])
  private let toVisit = PublishSubject<Int>()
  private let bag = DisposeBag()

  init(_ graph: Graph) {
    let visited = visited
    toVisit
      .filter { node in visited.update { $0.insert(node).inserted } }
      .flatMap { Signal<Int>.from(graph.neighbours(of: $0)) }
      .subscribe(next: { [weak toVisit] node in toVisit?.next(node) })
      .disposed(by: bag)
  }

  func run(from node: Int) { toVisit.next(node) }
}

enum WorkList: LeakProgram {
  static func run() {
    for size in stride(from: 20, through: 200, by: 20) {
      let search = Search(Graph(size: size))
      search.run(from: 0)
      print("visited", search.visited.value.count)
      pause(milliseconds: 8)
    }
  }
}
