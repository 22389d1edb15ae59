// healthy: a subscription within `create`, and a handle that nobody but `create` knows
// says: Each command waits for its own reply and no longer; the one that is given up disposes what waits for it.
// allows: nothing

import Signals

private struct Reply: Sendable {
  let id: Int
  let text: String
}

/// A connection to a key-value store, on which many commands are under way at a time.
private final class Connection: Sendable {
  private let requests = PublishSubject<Int>()
  private let replies = PublishSubject<Reply>()
  private let clock = QueueScheduler("store")
  private let bag = DisposeBag()

  init() {
    requests.filter { $0 % 10 != 9 }.delay(for: .milliseconds(4), on: clock)
      .subscribe(next: { [replies] id in replies.next(Reply(id: id, text: "value \(id)")) })
      .disposed(by: bag)
  }

  func get(_ id: Int) -> Signal<String> {
    Signal<String>.create { [requests, replies] output in
      let waiting = replies.first { $0.id == id }.map { $0.text }
        .subscribe(next: { output.next($0) }, completed: { output.completed() })
      requests.next(id)
      return waiting
    }
  }

  func close() { bag.dispose() }
}

enum PipelinedCommands: LeakProgram {
  static func run() {
    let connection = Connection()
    let isDone = Flag()
    let values = Shared(0)
    Task {
      await withTaskGroup(of: Void.self) { group in
        for client in 0..<4 {
          group.addTask {
            for command in 0..<10 {
              let reply = connection.get(client * 10 + command)
                .timeout(.milliseconds(120), on: QueueScheduler("timeouts")).catchAndReturn("gone")
              do {
                for try await text in reply.values() where text != "gone" { values.update { $0 += 1 } }
              } catch { print("failed") }
            }
          }
        }
      }
      isDone.raise()
    }
    isDone.wait()
    connection.close()
    print("values", values.value > 20)
  }
}
