// healthy: readers that are tasks
// says: Each visitor reads in a task of his own, which is cancelled when he goes.
// allows: nothing

import Signals

private actor Reader {
  private(set) var lines = 0
  func read(_ line: Int) { lines += 1 }
}

enum ChatReadersThatLeave: LeakProgram {
  static func run() {
    let lines = PublishSubject<Int>()
    let reader = Reader()
    for visitor in 0..<12 {
      let task = Task {
        do { for try await line in lines.values() { await reader.read(line) } } catch {}
      }
      pause(milliseconds: 5)
      lines.next(visitor)
      pause(milliseconds: 3)
      task.cancel()
    }
    pause(milliseconds: 30)
    lines.next(100)
  }
}
