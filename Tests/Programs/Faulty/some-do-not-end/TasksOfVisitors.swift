// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the task of a visitor who is thrown out is not cancelled and reads on

import Signals

/// A hall in which each visitor hears the announcements in a task.
enum TasksOfVisitors: LeakProgram {
  static func run() {
    let announcements = PublishSubject<String>()
    var visitors: [Int: Task<Void, any Error>] = [:]
    for visitor in 0..<16 {
      visitors[visitor] = Task {
        for try await text in announcements.values(buffering: .newest(4)) { _ = text.count }  // LEAK
      }
      pause(milliseconds: 3)
      announcements.next("welcome \(visitor)")
      if visitor >= 4 {
        let leaving = visitors.removeValue(forKey: visitor - 4)
        if mended || visitor % 3 != 0 { leaving?.cancel() }
      }
    }
    for rest in visitors.values { rest.cancel() }
    pause(milliseconds: 10)
    for number in 0..<30 {
      announcements.next("closing \(number)")
      pause(milliseconds: 1)
    }
  }
}
