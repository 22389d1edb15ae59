// fault: second-loop-never-reached
// verdict: finding
// proof: nothing-recorded
// says: two streams are read in one task, one after the other; the first never ends, the second is never asked
// source: Kotlin/kotlinx.coroutines #1933
// fix: each stream is read in a task of its own

import Signals

/// What a screen shows of an account.
private final class AccountModel: Sendable {
  let balance = BehaviorSubject(0)
  let notices = BehaviorSubject("welcome")
}

private actor AccountScreen {
  private(set) var balances: [Int] = []
  private(set) var notices: [String] = []

  func show(balance: Int) { balances.append(balance) }
  func show(notice: String) { notices.append(notice) }
}

/// Holds what runs as long as the screen is started.
private final class Lifecycle: Sendable {
  private let jobs = Shared<[Task<Void, any Error>]>([])

  func launch(_ job: @escaping @Sendable () async throws -> Void) {
    let task = Task { try await job() }
    jobs.update { $0.append(task) }
  }

  func stop() {
    let all = jobs.update { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in all { job.cancel() }
  }
}

enum TwoCollectorsOneTask: LeakProgram {
  static func run() {
    let model = AccountModel()
    let screen = AccountScreen()
    let widget = model.balance.map { $0 / 100 }.distinctUntilChanged().subscribe(next: { _ in })
    for visit in 0..<3 {
      let lifecycle = Lifecycle()
      if mended {
        lifecycle.launch {
          for try await balance in model.balance.values() { await screen.show(balance: balance) }
        }
        lifecycle.launch {
          for try await notice in model.notices.values() { await screen.show(notice: notice) }
        }
      } else {
        lifecycle.launch {
          for try await balance in model.balance.values() { await screen.show(balance: balance) }
          for try await notice in model.notices.values() { await screen.show(notice: notice) }  // LEAK
        }
      }
      for step in 0..<4 {
        pause(milliseconds: 6)
        model.balance.next(visit * 1000 + step * 50)
        if step % 2 == 1 { model.notices.next("booked \(step)") }
      }
      pause(milliseconds: 10)
      lifecycle.stop()
      pause(milliseconds: 5)
    }
    let done = Flag()
    Task {
      print("balances", await screen.balances.count, "notices", await screen.notices.count)
      done.raise()
    }
    done.wait()
    widget.dispose()
  }
}
