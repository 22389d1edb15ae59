import CTorturedProgram
import Glibc
import SignalTracing
import Signals
import TraceFormat

/// Sends values to a subscription's record, as its gate would, until `isOver`.
private func sendRecords(until isOver: @escaping () -> Bool) {
  let subscription = TracedSubscription(
    site: CallSite("sending", #fileID, #line), downstream: nil, role: Role(.source))
  while !isOver() {
    for value in 0..<100 where TracedSubscription.watchOnValues != 0 {
      ThreadState.cause = subscription.next { String(value) }
    }
  }
}

/// Threads that record and are cancelled wherever they are; those that come later record as well.
func cancelThreads(count: Int) {
  for turn in 0..<count {
    let thread = startThread {
      sendRecords {
        pthread_testcancel()
        return false
      }
    }
    usleep(UInt32(500 + turn * 337 % 5000))
    pthread_cancel(thread)
    pthread_join(thread, nil)
  }
}

/// Ends the process while two threads record, or have recorded and wait. Before that, a subscription may be forgotten.
func leaveThreads(areQuiet: Bool, isLeaking: Bool) {
  let subject = PublishSubject<Int>()
  if isLeaking {
    var handle: Disposable? = subject.subscribe(next: { _ in })
    for value in 0..<20 {
      if value == 10, handle != nil { handle = nil }
      subject.next(value)
      usleep(5000)
    }
  }
  let rounds = [Counter(), Counter()]
  for round in rounds {
    _ = startThread {
      sendRecords {
        round.add()
        while areQuiet, round.count > 1 { sleep(1) }
        return false
      }
    }
  }
  while !rounds.allSatisfy({ $0.count > 1 }) { usleep(1000) }
  exit(0)
}

/// So many subscriptions, one after the other.
func liveAndDie(count: Int) {
  let signal = Signal<Int>.create { _ in nil }
  // Each is two: the program's own, and the operator's.
  for _ in 0..<count / 2 { signal.subscribe(next: { _ in }).dispose() }
}

/// Closes every descriptor and opens files of its own at the same numbers, while four threads record; prints how many
/// bytes are in its files that it has not written.
func reuseDescriptors(folder: String, rounds: Int) {
  let isOver = Flag()
  let threads = (0..<4).map { _ in startThread { sendRecords { isOver.isSet } } }
  usleep(20_000)
  let line = Array("written by the program\n".utf8)
  var written = 0, strange = 0
  for round in 0..<rounds {
    for descriptor in 3..<1024 as Range<Int32> { close(descriptor) }
    let path = "\(folder)/own.\(round)"
    let own = open(path, O_RDWR | O_CREAT, 0o600)
    for descriptor in 4..<1024 as Range<Int32> { dup2(own, descriptor) }
    written = 0
    for _ in 0..<20 {
      written += max(write(own, line, line.count), 0)
      usleep(300)
    }
    var status = stat()
    stat(path, &status)
    strange += abs(Int(status.st_size) - written)
  }
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
  print("strange bytes \(strange)")
}

/// Prints a line after every hundred values, at once.
func talk(lines: Int) {
  let subscription = TracedSubscription(
    site: CallSite("talking", #fileID, #line), downstream: nil, role: Role(.source))
  let line: StaticString = "the program says something\n"
  for _ in 0..<lines {
    for value in 0..<100 where TracedSubscription.watchOnValues != 0 {
      ThreadState.cause = subscription.next { String(value) }
    }
    _ = write(STDOUT_FILENO, line.utf8Start, line.utf8CodeUnitCount)
  }
}

/// A thread that has recorded nothing makes a child, in whatever way; the child ends at once ("exit"), or records a
/// subscription and a thousand values before ("send"). The parent records one, and a thousand values before and after.
func forkUnseen(_ way: String, thenDo what: String) {
  let subscription = TracedSubscription(
    site: CallSite("parent", #fileID, #line), downstream: nil, role: Role(.source))
  func send(_ subscription: TracedSubscription) {
    for value in 0..<1000 where TracedSubscription.watchOnValues != 0 {
      ThreadState.cause = subscription.next { String(value) }
    }
  }
  send(subscription)
  childSends = what == "send"
  let thread = startThread {
    let child = make_child(way) {
      if childSends {
        let own = TracedSubscription(
          site: CallSite("child", #fileID, #line), downstream: nil, role: Role(.source))
        for value in 0..<1000 where TracedSubscription.watchOnValues != 0 {
          ThreadState.cause = own.next { String(value) }
        }
      }
      exit(0)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    if status != 0 { print("the child ended with \(status)") }
  }
  pthread_join(thread, nil)
  send(subscription)
}

private nonisolated(unsafe) var childSends = false
