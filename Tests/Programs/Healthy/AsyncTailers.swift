// healthy: tasks that iterate for ever, beside others of the same kind that end
// says: Three tasks follow the logs of the program as long as it runs; a request's task reads its few lines and ends.
// allows: nothing

import Glibc
import Signals

private actor Archive {
  private var lines: [String: Int] = [:]
  func store(_ name: String) { lines[name, default: 0] += 1 }
  var names: [String] { lines.keys.sorted() }
}

private final class LogHub: Sendable {
  let lines = PublishSubject<String>()
  private let archive = Archive()
  private let tailers = Shared<[Task<Void, Never>]>([])

  func tail(_ name: String) {
    let (lines, archive) = (lines.filter { $0.hasPrefix(name) }, archive)
    let task = Task.detached {
      do {
        for try await _ in lines.values() { await archive.store(name) }
      } catch {}
    }
    tailers.update { $0.append(task) }
  }

  func names() async -> [String] { await archive.names }
}

/// A request that streams a few lines to who asked, and is over.
private func request(_ number: Int, _ clock: QueueScheduler) async -> Int {
  var count = 0
  do {
    let lines = Signal<Int>.interval(.milliseconds(2), on: clock).map { "request \(number) line \($0)" }
    for try await _ in lines.values() {
      count += 1
      if count == 4 { break }
    }
  } catch {}
  return count
}

enum AsyncTailers: LeakProgram {
  static func run() {
    let hub = LogHub()
    let clock = QueueScheduler("requests")
    for name in ["audit", "access", "error"] { hub.tail(name) }
    pause(milliseconds: 20)
    let done = Flag()
    Task {
      var served = 0
      for number in 0..<18 {
        served += await request(number, clock)
        for name in ["audit", "access", "error"] { hub.lines.next("\(name) \(number)") }
      }
      try? await Task.sleep(for: .milliseconds(60))
      print("served", served, "logs", await hub.names())
      done.raise()
    }
    done.wait()
    exit(0)
  }
}
