import CTorturedProgram
import Glibc
import SignalTracing
import Signals

/// Makes children, one after the other, while eight threads send, subscribe and dispose; prints how many were made, came
/// back well, died and hung.
///
/// What the threads do beside a child that was made behind the C library's back takes no memory from `malloc`: its locks
/// are not made anew in such a child.
func forkChildren(_ way: String, count: Int) {
  let isOver = Flag()
  let isBehind = way == "raw" || way == "clone"
  let shared = PublishSubject<Int>()
  shared.map { $0 + 1 }.subscribe(next: { _ in })
  let threads = (0..<8).map { _ in
    startThread {
      let own = PublishSubject<Int>()
      own.map { $0 + 1 }.filter { $0 > 0 }.subscribe(next: { _ in })
      while !isOver.isSet {
        for value in 0..<50 { own.next(value) }
        for _ in 0..<50 { passOne() }
        if !isBehind {
          shared.next(1)
          subscribeAndDispose(on: shared)
        }
      }
    }
  }
  usleep(20_000)
  var (well, died, hung) = (0, 0, 0)
  for _ in 0..<count {
    switch outcome(of: make_child(way, { childWorks(forksOnce: true) ? 0 : 1 })) {
    case .well: well += 1
    case .died: died += 1
    case .hung: hung += 1
    }
  }
  isOver.set()
  for thread in threads { pthread_join(thread, nil) }
  print("tried \(count) well \(well) died \(died) hung \(hung)")
}

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

private enum Outcome { case well, died, hung }

/// Waits for a child, ten seconds at most.
private func outcome(of child: pid_t) -> Outcome {
  guard child > 0 else { return .died }
  for _ in 0..<20_000 {
    var status: Int32 = 0
    let ended = waitpid(child, &status, WNOHANG)
    if ended == child { return status == 0 ? .well : .died }
    usleep(500)
  }
  kill(child, SIGKILL)
  waitpid(child, nil, 0)
  return .hung
}
