// fault: waiting-cannot-be-cancelled
// verdict: suspect
// proof: run
// says: a continuation waits for an event that never comes; its time limit cannot cancel it, and the move never returns
// source: pnikolaidis/icemelt #41
// fix: the waiting ends as its task is cancelled, so that the time limit is one

import Signals

private enum TapEvent: Sendable, Equatable {
  case entered(String), left(String)
}

private struct MoveTimedOut: Error {}

/// Sees all events of the menu bar. Some applications swallow theirs.
private final class EventTap: Sendable {
  let events = PublishSubject<TapEvent>()
  private let window = QueueScheduler("window")
  private let bag = DisposeBag()

  func post(_ item: String) {
    Signal<Int>.timer(after: .milliseconds(8), on: window)
      .subscribe(next: { [events] _ in
        events.next(.entered(item))
        if !item.hasPrefix("VPN") { events.next(.left(item)) }
      })
      .disposed(by: bag)
  }
}

/// Moves items of the menu bar, one after another.
private final class MenuBarManager: Sendable {
  let moved = Shared<[String]>([])
  let failed = Shared<[String]>([])
  private let tap: EventTap

  init(_ tap: EventTap) { self.tap = tap }

  func moveAll(_ items: [String]) async {
    for item in items {
      do {
        try await move(item)
        moved.update { $0.append(item) }
      } catch {
        failed.update { $0.append(item) }
      }
    }
  }

  private func move(_ item: String) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [self] in try await waitUntil(.left(item)) }
      group.addTask {
        try await Task.sleep(for: .milliseconds(40))
        throw MoveTimedOut()
      }
      tap.post(item)
      _ = try await group.next()
      group.cancelAll()
    }
  }

  private func waitUntil(_ wanted: TapEvent) async throws {
    if mended {
      for try await event in tap.events.values() where event == wanted { return }
      try Task.checkCancellation()
    } else {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        _ = tap.events.first { $0 == wanted }.subscribe(next: { _ in continuation.resume() })  // LEAK
      }
    }
  }
}

enum MenuBarItems: LeakProgram {
  static func run() {
    let tap = EventTap()
    let manager = MenuBarManager(tap)
    let items = ["Clock", "Backup", "VPN", "Battery", "Keyboard"]
    let entered = Shared(0)
    let counter = tap.events
      .filter { if case .entered = $0 { true } else { false } }
      .subscribe(next: { _ in entered.update { $0 += 1 } })
    Task { await manager.moveAll(items) }
    pause(milliseconds: 350)
    print("moved", manager.moved.value.count, "failed", manager.failed.value.count, "entered", entered.value)
    counter.dispose()
    killed(holding: manager)
  }
}
