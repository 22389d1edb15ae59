import CTorturedProgram
import Glibc
import SignalTracing
import Signals
import TraceFormat

/// Makes children, one after the other, while eight threads send, subscribe and dispose; prints how many were made, came
/// back well, died and hung.
///
/// What the threads do beside a child that was made behind the C library's back takes no memory from `malloc`: its locks
/// are not made anew in such a child. A type that the language makes on first use takes a lock as well, which a child finds
/// locked if another thread was making one: all of them are made before the first child is.
func forkChildren(_ way: String, count: Int) {
  let isOver = Flag()
  let begun = Counter()
  let isBehind = way == "raw" || way == "clone"
  let shared = PublishSubject<Int>()
  _ = shared.map { $0 + 1 }.subscribe(next: { _ in })
  let threads = (0..<8).map { _ in
    startThread {
      let own = PublishSubject<Int>()
      _ = own.map { $0 + 1 }.filter { $0 > 0 }.subscribe(next: { _ in })
      while !isOver.isSet {
        for value in 0..<50 { own.next(value) }
        for _ in 0..<50 { passOne() }
        if !isBehind {
          shared.next(1)
          subscribeAndDispose(on: shared)
        }
        begun.add()
      }
    }
  }
  given.begin()
  guard given.work(), childWorks(forksOnce: false) else { fatalError("the program itself does not deliver") }
  while begun.count < 10 * threads.count { usleep(1000) }
  let results = (0..<count).map { _ in
    outcome(of: make_child(way, { given.work() && childWorks(forksOnce: true) ? 0 : 1 }))
  }
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
  given.end()
  tell(results)
}

/// Two subjects that a thread alone has sent to so often that they are its own: one is the thread's that forks, the other
/// one that a child does not have, and that was not delivering.
private final class GivenSubjects: @unchecked Sendable {
  private let own = PublishSubject<Int>()
  private let others = PublishSubject<Int>()
  private let heard = Counter()
  private let isOver = Flag()
  // The thread that forks begins and ends, and all of these are its own.
  private var other = pthread_t()
  private var isHearing = false
  private var overlaps = 0

  func begin() {
    _ = own.subscribe(next: { [unowned self] value in
      heard.add()
      if isHearing { overlaps += 1 }
      isHearing = true
      if value < 10 { own.next(value + 1000) }
      isHearing = false
    })
    _ = others.subscribe(next: { [heard] _ in heard.add() })
    let hasSent = Flag()
    other = startThread { [others, isOver] in
      for value in 0..<2000 { others.next(value) }
      hasSent.set()
      while !isOver.isSet { usleep(1000) }
    }
    for value in 0..<2000 { own.next(value) }
    while !hasSent.isSet { usleep(1000) }
  }

  /// Whether they deliver what is sent to them here.
  func work() -> Bool {
    let before = heard.count
    for value in 0..<10 {
      own.next(value)
      others.next(value)
    }
    // Each of its own has sent another from within, which comes after it.
    return heard.count == before + 30 && overlaps == 0
  }

  func end() {
    isOver.set()
    pthread_join(other, nil)
  }
}

private let given = GivenSubjects()

/// A subscription's record, taken and given back.
private func passOne() {
  let subscription = TracedSubscription(
    site: CallSite("passing", #fileID, #line), downstream: nil, role: Role(.source))
  if TracedSubscription.livesAreWatched { subscription.disposed(.explicit) }
  subscription.end()
}

private func subscribeAndDispose(on subject: PublishSubject<Int>) {
  let bag = CompositeDisposable()
  bag.add(subject.merge(subject).subscribe(next: { _ in }))
  bag.dispose()
}

/// What a child does with signals of its own: on its only thread, then on two that it makes, then in a child of its own.
private func childWorks(forksOnce: Bool) -> Bool {
  let subject = PublishSubject<Int>()
  let heard = Counter()
  let subscription = subject.map { $0 * 2 }.merge(subject).subscribe(next: { _ in heard.add() })
  for value in 0..<100 { subject.next(value) }
  guard heard.count == 200 else { return false }
  let threads = (0..<2).map { _ in
    startThread { for value in 0..<200 { subject.next(value) } }
  }
  for thread in threads { pthread_join(thread, nil) }
  subscription.dispose()
  guard heard.count == 1000 else { return false }
  for _ in 0..<3000 { passOne() }
  guard forksOnce else { return true }
  return outcome(of: make_child("fork", { childWorks(forksOnce: false) ? 0 : 1 })) == .well
}

private enum Outcome {
  case well, died, hung
  /// It waits for a lock of the language's own, which another thread of its parent's had as it was forked.
  case hungInLanguage
}

/// Waits for a child, ten seconds at most.
private func outcome(of child: pid_t, milliseconds: Int = 10_000) -> Outcome {
  guard child > 0 else { return .died }
  for _ in 0..<2 * milliseconds {
    var status: Int32 = 0
    let ended = waitpid(child, &status, WNOHANG)
    if ended == child {
      guard status != 0 else { return .well }
      let line = "child \(child) of \(getpid()) ended with wait status \(status)\n"
      _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
      return .died
    }
    usleep(500)
  }
  let stacks = stacks(of: child)
  kill(child, SIGKILL)
  waitpid(child, nil, 0)
  return waitForLanguage(stacks) ? .hungInLanguage : .hung
}

/// Forks again and again while another thread is in its first subscription, with which a recording begins; each child
/// makes its own first one. Prints how many were made, came back well, died and hung.
func forkInFirstUse(microseconds: Int) {
  // What the language makes on first use is made: a child that is forked in the midst of that waits for ever.
  let warm = "/tmp/torture-warm.\(getpid()).rxtrace"
  try? TraceRecording.start(to: warm)
  TraceRecording.stop()
  unlink(warm)
  let (begins, isOver) = (Flag(), Flag())
  let thread = startThread {
    begins.set()
    passOne()
    isOver.set()
  }
  while !begins.isSet { SpinWait.pause() }
  let end = monotonicNow() + UInt64(microseconds) * 1000
  while monotonicNow() < end { SpinWait.pause() }
  var children: [pid_t] = []
  repeat {
    children.append(
      make_child("fork") {
        passOne()
        return 0
      })
  } while !isOver.isSet && children.count < 20
  let first = outcome(of: children[0])
  // Where one waits for ever the others do so as well, if not all for the same.
  if first == .hung { for child in children { kill(child, SIGKILL) } }
  let patience = first == .hungInLanguage ? 500 : 10_000
  tell([first] + children.dropFirst().map { outcome(of: $0, milliseconds: patience) })
  pthread_join(thread, nil)
}

private func monotonicNow() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

/// Forks while four threads use one handle; each child disposes it and lets it go. Prints how many were made, came back
/// well, died and hung.
func forkBesideHandle(count: Int) {
  let isOver = Flag()
  let handle = PublishSubject<Int>().subscribe(next: { _ in })
  sharedHandle = handle
  // What the language makes on first use is made.
  PublishSubject<Int>().subscribe(next: { _ in }).dispose()
  CompositeDisposable().add(handle)
  let threads = (0..<4).map { _ in
    startThread {
      while !isOver.isSet { CompositeDisposable().add(handle) }
    }
  }
  tell(
    (0..<count).map { _ in
      usleep(200)
      return outcome(
        of: make_child("fork") {
          sharedHandle?.dispose()
          sharedHandle = nil
          return 0
        })
    })
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
}

/// Forks while four threads say whose their bags are; each child does the same. Prints how many were made, came back well,
/// died and hung.
func forkBesideOwners(count: Int) {
  let isOver = Flag()
  // The recorder watches from here on; what the language makes on first use is made.
  PublishSubject<Int>().subscribe(next: { _ in }).dispose()
  makeOwners(10)
  let threads = (0..<4).map { _ in startThread { while !isOver.isSet { makeOwners(100) } } }
  tell(
    (0..<count).map { _ in
      usleep(200)
      return outcome(
        of: make_child("fork") {
          makeOwners(100)
          return 0
        })
    })
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
}

private func makeOwners(_ count: Int) {
  final class Owner {}
  for _ in 0..<count { _ = DisposeBag(of: Owner()) }
}

/// Set before the threads are made; children change their own.
private nonisolated(unsafe) var sharedHandle: Subscription?

private func tell(_ results: [Outcome]) {
  let (well, died, hung) = (
    results.count { $0 == .well }, results.count { $0 == .died }, results.count { $0 == .hung }
  )
  let language = results.count { $0 == .hungInLanguage }
  let rest = language > 0 ? " in a lock of the language's \(language)" : ""
  print("tried \(results.count) well \(well) died \(died) hung \(hung)\(rest)")
}
