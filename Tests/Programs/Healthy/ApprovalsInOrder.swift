// healthy: the first signal of a queue does not end for a long time, and all others wait behind it
// says: A change waits for somebody to approve it; the approver comes late, and then all of them go through.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private struct Change: Sendable {
  let number: Int
  let needsApproval: Bool
}

/// The page with the button.
private final class ApprovalPage: Sendable {
  private let pressed = PublishSubject<Int>()
  private let asked = Shared<Set<Int>>([])

  /// Sends once, when the change is approved.
  func approval(of change: Change) -> Signal<Int> {
    pressed.filter { $0 == change.number }
      .take(1)
      .do(onSubscribed: { [asked] in asked.update { _ = $0.insert(change.number) } })
  }

  /// Approves whatever is asked for now.
  func approveAll() {
    let waiting = asked.update { numbers in
      defer { numbers = [] }
      return numbers
    }
    waiting.sorted().forEach { pressed.next($0) }
  }
}

/// Applies changes to the database, strictly one after the other.
private final class Migrator: Sendable {
  let applied = Shared<[Int]>([])
  let drained = Flag()
  private let changes = PublishSubject<Change>()
  private let page: ApprovalPage
  private let disk = QueueScheduler("migrator")

  init(_ page: ApprovalPage) { self.page = page }

  func start() {
    _ =
      changes
      .concatMap { self.apply($0) }
      .subscribe(
        next: { [applied] number in applied.update { $0.append(number) } },
        completed: { [drained] in drained.raise() })
  }

  private func apply(_ change: Change) -> Signal<Int> {
    let work = Signal<Int>.timer(after: .milliseconds(4), on: disk).map { _ in change.number }
    guard change.needsApproval else { return work }
    return page.approval(of: change).flatMap { _ in work }
  }

  func add(_ change: Change) { changes.next(change) }

  func close() { changes.completed() }
}

/// Comes late, and then looks at the page every now and then.
private final class Approver: Sendable {
  private let rounds = QueueScheduler("approver")
  private let looking = SerialDisposable()

  func come(after delay: Duration, to page: ApprovalPage) {
    looking.inner = Signal<Int>.timer(after: delay, every: .milliseconds(12), on: rounds)
      .subscribe(next: { _ in page.approveAll() })
  }

  func leave() { looking.dispose() }
}

enum ApprovalsInOrder: LeakProgram {
  static func run() {
    let page = ApprovalPage()
    let migrator = Migrator(page)
    let approver = Approver()
    migrator.start()
    approver.come(after: .milliseconds(320), to: page)
    for number in 0..<14 {
      onAnotherThread { migrator.add(Change(number: number, needsApproval: number % 4 == 0)) }
      pause(milliseconds: 10)
    }
    migrator.close()
    migrator.drained.wait()
    approver.leave()
    print("applied", migrator.applied.value)
  }
}
