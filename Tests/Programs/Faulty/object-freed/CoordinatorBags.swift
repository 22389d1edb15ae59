// fault: object-freed
// verdict: likely
// proof: run
// says: a coordinator that is popped is freed, but its bag was handed to the router as well, which keeps it

import Signals

/// Leads through one flow of the app.
private final class Coordinator: Sendable {
  private let visited = Shared(0)
  private let router: Router

  init(_ router: Router) { self.router = router }

  func start(_ links: Signal<String>, flow: Int) -> DisposeBag {
    let bag = DisposeBag(of: self)
    links.filter { $0.count > flow }
      .subscribe(next: { [weak self] _ in self?.visited.update { $0 += 1 } })  // LEAK
      .disposed(by: bag)
    return bag
  }
}

/// The stack of flows, and the bag of each.
private final class Router: Sendable {
  private let flows = Shared<[Coordinator]>([])
  private let bags = Shared<[DisposeBag]>([])

  func push(_ flow: Int, _ links: Signal<String>) {
    let coordinator = Coordinator(self)
    let bag = coordinator.start(links, flow: flow)
    flows.update { $0.append(coordinator) }
    bags.update { $0.append(bag) }
  }

  func pop() {
    _ = flows.update { $0.popLast() }  // LEAK
    if mended { _ = bags.update { $0.popLast() } }
  }
}

enum CoordinatorBags: LeakProgram {
  static func run() {
    let links = PublishSubject<String>()
    let router = Router()
    router.push(0, links)
    for flow in 1..<9 {
      router.push(flow, links)
      links.next("app://flow/\(flow)")
      pause(milliseconds: 4)
      router.pop()
    }
    for link in 0..<25 {
      links.next("app://late/\(link)")
      pause(milliseconds: 2)
    }
    killed(holding: router)
  }
}
