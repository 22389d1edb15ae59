// healthy: tasks that read an endless signal and whose handles are let go; some leave early
// says: A reader takes three items and leaves its loop, or is called off by the group that it is in; none is left.
// allows: nothing

import Signals

/// Asks three readers at a time and is content with the first that has enough.
enum ReadersOfThreeItems: LeakProgram {
  static func run() {
    let clock = QueueScheduler("items")
    let items = Signal<Int>.interval(.milliseconds(1), on: clock).share()
    let isDone = Flag()
    Task {
      for round in 1...6 { _ = await firstOfThree(items, round) }
      isDone.raise()
    }
    isDone.wait()
    pause(milliseconds: 15)
  }

  private static func firstOfThree(_ items: Signal<Int>, _ round: Int) async -> Int? {
    await withTaskGroup(of: Int?.self) { group in
      for reader in 1...3 {
        group.addTask { try? await sum(items.filter { $0 % reader == 0 }, of: round % 3 + 2) }
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  private static func sum(_ items: Signal<Int>, of wanted: Int) async throws -> Int {
    var sum = 0
    var count = 0
    for try await item in items.values() {
      sum += item
      count += 1
      if count == wanted { break }
    }
    return sum
  }
}
