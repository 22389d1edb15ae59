import CTorturedProgram
import Glibc
import Signals

/// A thread ends while a subject delivers on it, by its own wish or another's; others send to the same subject
/// afterwards, and to another one. Prints what each has heard.
func endInside(_ way: String) {
  let (left, other) = (PublishSubject<Int>(), PublishSubject<Int>())
  let (heard, heardElsewhere) = (Counter(), Counter())
  let isInside = Flag()
  _ = left.subscribe(next: { value in
    heard.add()
    guard value == 0 else { return }
    isInside.set()
    if way == "exit" { end_this_thread() }
    while true { sleep(1) }
  })
  _ = other.subscribe(next: { _ in heardElsewhere.add() })
  let thread = startThread { left.next(0) }
  while !isInside.isSet { usleep(1000) }
  if way == "cancel" { pthread_cancel(thread) }
  pthread_join(thread, nil)
  let threads = (0..<2).map { _ in
    startThread {
      for value in 1...1000 {
        left.next(value)
        other.next(value)
      }
    }
  }
  for thread in threads { pthread_join(thread, nil) }
  left.subscribe(next: { _ in }).dispose()
  left.completed()
  print("heard \(heard.count) elsewhere \(heardElsewhere.count)")
}

/// Sends from whatever runs while a thread or the process ends; prints what each has heard.
func sendLate() {
  _ = lateSubject.map { $0 + 1 }.subscribe(next: { print("heard \($0)") })
  // Runs after what the runtime itself has registered, and before.
  atexit { lateSubject.next(40) }
  var key = pthread_key_t()
  pthread_key_create(&key) { rounds in
    guard let rounds else { return }
    lateSubject.next(Int(bitPattern: rounds) * 10)
    // The last rounds of the destructors come after the runtime's own.
    let next = Int(bitPattern: rounds) + 1
    if next < 4 { pthread_setspecific(lateKey, UnsafeRawPointer(bitPattern: next)) }
  }
  lateKey = key
  let thread = startThread {
    lateSubject.next(0)
    pthread_setspecific(lateKey, UnsafeRawPointer(bitPattern: 1))
  }
  pthread_join(thread, nil)
  atexit { lateSubject.next(50) }
  let ending = PublishSubject<Int>()
  _ = ending.subscribe(next: { exit(Int32($0)) })
  ending.next(7)
}

/// A signal handler sends to the subject that its thread delivers at that moment, and to another one.
func sendFromHandler() {
  _ = handled.subscribe(next: { value in
    print("heard \(value)")
    if value == 1 { raise(SIGUSR1) }
    print("done \(value)")
  })
  _ = elsewhere.subscribe(next: { print("elsewhere \($0)") })
  // Whoever has started this program may have blocked it.
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGUSR1)
  sigprocmask(SIG_UNBLOCK, &signals, nil)
  signal(SIGUSR1) { _ in
    handled.next(2)
    elsewhere.next(3)
  }
  handled.next(1)
}

/// Cancels a thread that waits for a signal's first value, and sends it. A sender that waits for that thread for ever ends
/// with SIGALRM.
func cancelWaiting() {
  alarm(20)
  let subject = PublishSubject<Int>()
  let hasReturned = Flag()
  let thread = startThread {
    _ = try? subject.blocking().first()
    hasReturned.set()
  }
  usleep(200_000)
  pthread_cancel(thread)
  usleep(200_000)
  while !hasReturned.isSet {
    subject.next(1)
    usleep(1000)
  }
  pthread_join(thread, nil)
  print("sent")
}

/// An error that nobody handles, of which a line tells; on standard error that is a pipe, once nobody reads that.
func failUnheard() {
  struct Failure: Error {}
  let subject = PublishSubject<Int>()
  _ = subject.subscribe(next: { _ in })
  var status = stat()
  if fstat(2, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
    var output = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    while poll(&output, 1, 100) >= 0, output.revents & Int16(POLLERR) == 0 { usleep(1000) }
  }
  subject.error(Failure())
  print("went on")
}

private let lateSubject = PublishSubject<Int>()
private nonisolated(unsafe) var lateKey = pthread_key_t()
private let handled = PublishSubject<Int>()
private let elsewhere = PublishSubject<Int>()
