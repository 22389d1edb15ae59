// healthy: most calls end at once, and a few of the same line last until the server stops
// says: Calls that stream answer for as long as their client listens; the server ends those that are left, and then itself.
// allows: nothing

import Signals
import Synchronization

private enum Method: Sendable {
  case get(Int)
  case list
  case subscribe(topic: Int)
}

private final class Backend: Sendable {
  private let changes = Signal<Int>.interval(.milliseconds(9), on: QueueScheduler("changes")).share()
  private let disk = QueueScheduler("disk")

  func answer(_ method: Method) -> Signal<Int> {
    switch method {
    case .get(let key): Signal<Int>.timer(after: .milliseconds(3), on: disk).mapReplace(key)
    case .list: Signal<Int>.timer(after: .milliseconds(2), every: .milliseconds(2), on: disk).take(3)
    case .subscribe(let topic): changes.filter { ($0 + topic) % 2 == 0 }
    }
  }
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  var value: Int { count.load(ordering: .relaxed) }
  func add(_ more: Int) { count.add(more, ordering: .relaxed) }
}

private final class RpcServer: Sendable {
  let messages = Counter()
  private let backend = Backend()
  private let calls = Shared<[Int: Disposable]>([:])
  private let numbers = Atomic<Int>(0)

  var openCalls: Int { calls.value.count }

  @discardableResult
  func handle(_ method: Method) -> Int {
    let number = numbers.add(1, ordering: .relaxed).newValue
    let slot = SerialDisposable()
    calls.update { $0[number] = slot }
    slot.inner = backend.answer(method)
      .subscribe(
        next: { [messages] _ in messages.add(1) },
        disposed: { [weak self] in self?.calls.update { $0[number] = nil } })
    return number
  }

  func cancel(_ number: Int) { calls.value[number]?.dispose() }

  /// Ends what is left, as the deadline of a graceful stop has passed.
  func stop() {
    for call in calls.value.values { call.dispose() }
  }
}

enum LongestCalls: LeakProgram {
  static func run() {
    let server = RpcServer()
    var streaming: [Int] = []
    for number in 0..<32 {
      switch number % 8 {
      case 2: streaming.append(server.handle(.subscribe(topic: number)))
      case 5: server.handle(.list)
      default: server.handle(.get(number))
      }
      pause(milliseconds: 8)
    }
    server.cancel(streaming[0])
    pause(milliseconds: 60)
    let before = server.openCalls
    server.stop()
    pause(milliseconds: 30)
    print("open", before, "and then", server.openCalls)
  }
}
