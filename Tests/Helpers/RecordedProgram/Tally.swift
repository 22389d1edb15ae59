import TraceFormat

/// Reads a recording, and prints a line for each thread: how many records it has, how many it says are lost, and how many
/// numbers of its events are missing between the first and the last.
func printTally(path: String) throws {
  struct Thread {
    var records: UInt64 = 0
    var lost: UInt64 = 0
    var missing: UInt64 = 0
    var last: UInt64?
  }
  var threads: [UInt32: Thread] = [:]
  try Recording.open(path).forEach { record in
    var thread = threads[record.thread.rawValue] ?? Thread()
    switch record.event {
    case .lost(let count, _): thread.lost += count
    case .next(_, let event, _, _), .disposed(_, let event, _, _):
      if let last = thread.last, event.sequence > last + 1 { thread.missing += event.sequence - last - 1 }
      thread.last = event.sequence
      thread.records += 1
    default: thread.records += 1
    }
    threads[record.thread.rawValue] = thread
  }
  for (number, thread) in threads.sorted(by: { $0.key < $1.key }) {
    print("thread \(number) records \(thread.records) lost \(thread.lost) missing \(thread.missing)")
  }
}
