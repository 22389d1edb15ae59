// fault: late-start
// verdict: likely
// proof: run
// says: a node that resigns while its bid is under way wins all the same, and begins the duties that resigning has ended

import Signals
import Synchronization

/// Grants the lease of a term after a while.
private actor LockService {
  private var term = 0

  func acquire() async throws -> Int {
    try await Task.sleep(for: .milliseconds(14))
    term += 1
    return term
  }
}

private final class Node: Sendable {
  let renewed = Atomic<Int>(0)
  private let locks: LockService
  private let clock: QueueScheduler
  private let hasResigned = Atomic<Bool>(false)
  private let duties = Shared<[Disposable]>([])

  init(_ locks: LockService, clock: QueueScheduler) {
    self.locks = locks
    self.clock = clock
  }

  func campaign() {
    watchMembers()
    Task { [locks, weak self] in
      guard let term = try? await locks.acquire() else { return }
      self?.lead(in: term)
    }
  }

  private func watchMembers() {
    let members = Signal<Int>.interval(.milliseconds(9), on: clock)
      .map { $0 % 3 }
      .distinctUntilChanged()
      .subscribe(next: { _ in })
    duties.update { $0.append(members) }
  }

  private func lead(in term: Int) {
    if mended, hasResigned.load(ordering: .acquiring) { return }
    let renewal = Signal<Int>.interval(.milliseconds(8), on: clock)  // LEAK
      .scan(term) { term, _ in term }
      .subscribe(next: { [weak self] _ in  // LEAK
        self?.renewed.add(1, ordering: .relaxed)
      })
    duties.update { $0.append(renewal) }
  }

  func resign() {
    hasResigned.store(true, ordering: .releasing)
    let ended = duties.update { duties in
      let ended = duties
      duties = []
      return ended
    }
    for duty in ended { duty.dispose() }
  }
}

enum LeaseCampaign: LeakProgram {
  static func run() {
    let locks = LockService()
    let clock = QueueScheduler("leases")
    var nodes: [Node] = []
    for number in 0..<9 {
      let node = Node(locks, clock: clock)
      nodes.append(node)
      node.campaign()
      // Some are called away before anybody has answered.
      pause(milliseconds: number % 2 == 0 ? 46 : 4)
      node.resign()
    }
    pause(milliseconds: 130)
    let leading = nodes.filter { $0.renewed.load(ordering: .relaxed) > 0 }
    print("nodes", nodes.count, "that led", leading.isEmpty ? "none" : "some")
  }
}
