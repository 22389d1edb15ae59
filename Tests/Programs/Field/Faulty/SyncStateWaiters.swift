// fault: state-missed-between
// verdict: finding
// proof: nothing-recorded
// says: who waits for the live state gets the newest one only, and its short moment is overwritten unread
// source: wireapp/kalium #984
// fix: the states are no longer conflated: every one of them reaches who waits

import Dispatch
import Signals

private enum SyncState: Sendable {
  case pending, gathering, live
}

/// The synchronisation with the server; a policy lets it fall back to pending as soon as all is fetched.
private final class Sync: Sendable {
  let states = BehaviorSubject(SyncState.pending)
  private let queue = DispatchQueue(label: "sync")

  func run() {
    queue.sync {
      states.next(.gathering)
      pause(milliseconds: 8)
      states.next(.live)
      states.next(.pending)
    }
  }
}

/// Sends a message once everything before it has been fetched.
private final class Sender: Sendable {
  let sent = Shared(0)
  private let sync: Sync

  init(_ sync: Sync) { self.sync = sync }

  func send(_ text: String) -> Task<Void, any Error> {
    let states = mended ? sync.states.values() : sync.states.values(buffering: .newest(1))  // LEAK
    return Task {
      for try await state in states {
        if state == .live { break }
        // The state is written into the log before the next is looked at.
        try await Task.sleep(for: .milliseconds(12))
      }
      sent.update { $0 += text.isEmpty ? 0 : 1 }
    }
  }
}

enum SyncStateWaiters: LeakProgram {
  static func run() {
    let sync = Sync()
    let sender = Sender(sync)
    let badge = sync.states.map { $0 == .live }.distinctUntilChanged().subscribe(next: { _ in })
    var waiting: [Task<Void, any Error>] = []
    for number in 0..<4 {
      waiting.append(sender.send("message \(number)"))
      pause(milliseconds: 15)
      sync.run()
      pause(milliseconds: 30)
    }
    pause(milliseconds: 60)
    print("sent", sender.sent.value, "of", waiting.count)
    badge.dispose()
  }
}
