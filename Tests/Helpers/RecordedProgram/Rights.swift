import CRecordedProgram
import Glibc
import SignalTracing
import Synchronization
import TraceFormat

/// Threads that meet at one point again and again.
struct Meeting: @unchecked Sendable {
  // The C library's own, which any thread may use.
  private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
  init(_ count: Int) { pthread_barrier_init(barrier, nil, UInt32(count)) }
  func meet() { pthread_barrier_wait(barrier) }
}

/// The program gives up a right `before` or `after` its threads have subscribed, tells how that went, and has everything sent
/// by then. It goes on when it is given a line.
func giveUpRight(_ right: String, when: String, threads: Int, _ counters: Counters) {
  let meeting = Meeting(threads + 1)
  // A thread that has asked for another namespace of processes can make no thread, and one that may write nowhere makes no
  // file: another thread has to begin the recording.
  let othersBegin = ["newpid", "landlock"].contains(right) && threads > 0
  @Sendable func send(_ thread: Int) -> TracedSubscription {
    let subscription = countedSubscription(counters, thread)
    for _ in 0..<20 { sendRound(subscription, counters, thread) }
    return subscription
  }
  let others = (0..<threads).map { thread in
    startThread {
      var subscription = when == "after" ? send(thread) : nil
      meeting.meet()
      meeting.meet()
      if subscription == nil { subscription = send(thread) }
      if othersBegin { meeting.meet() }
      for _ in 0..<20 { sendRound(subscription!, counters, thread) }
      meeting.meet()
      meeting.meet()
    }
  }
  var subscription = when == "after" ? send(threads) : nil
  meeting.meet()
  let result = give_up(right)
  print("\(result) \(errno) \(remains_of_children())")
  meeting.meet()
  if othersBegin { meeting.meet() }
  if subscription == nil { subscription = send(threads) }
  for _ in 0..<20 { sendRound(subscription!, counters, threads) }
  meeting.meet()
  print("ready")
  fflush(nil)
  _ = readLine()
  meeting.meet()
  for thread in others { pthread_join(thread, nil) }
}

/// Eight threads that have subscribed, and four that have not, send under a filter that kills for every system call that is
/// not listed.
func sendUnderFilter(_ counters: Counters) {
  make_room_for_malloc()
  print("begun")
  fflush(nil)
  let meeting = Meeting(13)
  let threads = (0..<12).map { thread in
    startThread {
      let first = thread < 8 ? countedSubscription(counters, thread) : nil
      meeting.meet()
      meeting.meet()
      let subscription = first ?? countedSubscription(counters, thread)
      for _ in 0..<400 { sendRound(subscription, counters, thread) }
    }
  }
  meeting.meet()
  guard allow_only_what_is_listed() == 0 else { exit(65) }
  meeting.meet()
  for thread in threads { pthread_join(thread, nil) }
  print("done")
}

private let isOver = Atomic<Bool>(false)

/// A signal's handler ends threads that send, wherever they are; others take their places.
func exitInHandlers(_ counters: Counters, times: Int) {
  // Whoever is first loads the library that unwinds.
  pthread_join(startThread { pthread_exit(nil) }, nil)
  signal(SIGUSR1) { _ in pthread_exit(nil) }
  func begin(_ thread: Int) -> pthread_t {
    let isReady = Meeting(2)
    let subscription = countedSubscription(counters, thread)
    let made = startThread {
      isReady.meet()
      let (begun, done) = (counters.begun(thread), counters.done(thread))
      while !isOver.load(ordering: .relaxed) {
        begun.pointee.add(1, ordering: .relaxed)
        send(1, to: subscription)
        done.pointee.add(1, ordering: .relaxed)
      }
    }
    isReady.meet()
    return made
  }
  var threads = (0..<4).map(begin)
  for turn in 0..<times {
    usleep(2000)
    pthread_kill(threads[turn % 4], SIGUSR1)
    pthread_join(threads[turn % 4], nil)
    threads[turn % 4] = begin(turn % 4)
  }
  usleep(50_000)
  isOver.store(true, ordering: .relaxed)
  for thread in threads { pthread_join(thread, nil) }
}

/// So many threads subscribe for the first time at one moment; prints how many microseconds pass until all have ended.
func beginTogether(threads: Int) {
  // Whoever is first begins the recording.
  subscription("first").end()
  var before = timespec()
  clock_gettime(CLOCK_MONOTONIC, &before)
  let meeting = Meeting(threads)
  onThreads(threads) { _ in
    meeting.meet()
    let subscription = subscription()
    send(1, to: subscription)
    subscription.disposed(.explicit)
    meeting.meet()
  }
  var after = timespec()
  clock_gettime(CLOCK_MONOTONIC, &after)
  print((after.tv_sec - before.tv_sec) * 1_000_000 + (after.tv_nsec - before.tv_nsec) / 1000)
}
