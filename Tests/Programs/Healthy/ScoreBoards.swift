// healthy: tasks that wait for values when the match is over
// says: Some fans leave early and some stay; the tasks of those who stay are cancelled at the end, which ends what they await.
// allows: nothing

import Dispatch
import Signals

private struct Goal: Sendable {
  var minute: Int
  var team: String
}

/// A fan who reads goals until there were enough.
private func follow(_ goals: Signal<Goal>, atMost limit: Int, ready: DispatchSemaphore) -> Task<Int, Never> {
  let values = goals.values(buffering: .newest(20))
  return Task {
    var seen = 0
    var reading = values.makeAsyncIterator()
    ready.signal()
    while seen < limit, let goal = try? await reading.next() {
      seen += goal.team.isEmpty ? 0 : 1
    }
    return seen
  }
}

enum ScoreBoards: LeakProgram {
  static func run() {
    let goals = PublishSubject<Goal>()
    let ready = DispatchSemaphore(value: 0)
    let early = (1...3).map { follow(goals, atMost: $0, ready: ready) }
    let loyal = (0..<3).map { _ in follow(goals, atMost: .max, ready: ready) }
    for _ in 0..<6 { ready.wait() }
    for minute in [3, 17, 44, 61, 88] {
      goals.next(Goal(minute: minute, team: minute % 2 == 0 ? "home" : "away"))
      pause(milliseconds: 15)
    }
    let done = DispatchSemaphore(value: 0)
    Task {
      var seen = 0
      for fan in early { seen += await fan.value }
      for fan in loyal { fan.cancel() }
      for fan in loyal { _ = await fan.value }
      print("seen by those who left", seen, "still reading", goals.hasSubscribers)
      done.signal()
    }
    done.wait()
  }
}
