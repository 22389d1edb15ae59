import Glibc
import SignalTracing
import Synchronization
import Testing

@testable import Signals

/// Words are given at the first turn here, so that no other test's threads have a part in it.
@Suite(.serialized) final class SerialOwnerTests {
  private let wasHasty = SpinWait.setHasty(true)
  deinit { SpinWait.setHasty(wasHasty) }

  @Test func `a word is given to the thread that alone takes it, and is taken away by the first other one`() {
    guard SpinWait.mayBeGiven(to: SpinWait.threadMark) != nil else { return }
    let owner = Owner()
    onOneThread {
      owner.turn()
      #expect(owner.word == SerialOwner.biased)
      #expect(owner.enter())
      #expect(!owner.enter())
      #expect(owner.isMine)
      #expect(owner.leave())
      #expect(!owner.isMine)
    }
    onOneThread {
      #expect(!owner.enter())
      #expect(owner.enterPatiently())
      #expect(owner.isMine)
      #expect(owner.leave())
      owner.turn()
      #expect(owner.word == 0)
    }
  }

  @Test func `a word that is given from the start is its thread's, until another comes`() {
    guard SpinWait.mayBeGiven(to: SpinWait.threadMark) == true else { return }
    let owner = Owner()
    onOneThread {
      #expect(owner.give())
      #expect(owner.word == SerialOwner.biased)
      #expect(owner.enter())
      #expect(owner.isMine)
      #expect(owner.leave())
    }
    onOneThread {
      #expect(owner.enterPatiently())
      #expect(owner.leave())
      #expect(owner.word == 0)
    }
  }

  @Test func `what another thread feeds into a share that was one thread's arrives, in order`() {
    let source = PublishSubject<Int>()
    let shared = source.share()
    for _ in 0..<1_000 { shared.subscribe().dispose() }
    for _ in 0..<20 {
      let heard = Heard()
      let handle = shared.subscribe(next: { heard.add($0) })
      onOneThread { for value in 0..<10 { source.next(value) } }
      source.next(10)
      handle.dispose()
      source.next(11)
      #expect(heard.values == Array(0...10))
    }
  }

  @Test func `who comes while the word's thread is inside leaves an event, which that thread delivers`() {
    let owner = Owner()
    owner.turn()
    #expect(owner.enter())
    onOneThread {
      #expect(!owner.enter())
      #expect(!owner.enterPatiently())
      #expect(!owner.postpone())
    }
    #expect(owner.isMine)
    #expect(!owner.leave())
    #expect(owner.takeAll() == 1)
    #expect(owner.takeAll() == 0)
    #expect(owner.enter() && owner.leave())
    #expect(owner.word == 0)
  }

  @Test func `a thread that has gone out and then ended is not taken for one that ended inside`() {
    let known = Atomic<UInt32>(0)
    let owner = Owner()
    onOneThread {
      #expect(owner.enter())
      known.store(owner.word, ordering: .relaxed)
      #expect(owner.leave())
    }
    let mark = known.load(ordering: .relaxed)
    #expect(!SpinWait.threadLives(mark))
    #expect(!owner.isLost(mark))

    let other = Owner()
    onOneThread {
      #expect(other.enter())
      known.store(other.word, ordering: .relaxed)
    }
    #expect(other.isLost(known.load(ordering: .relaxed)))
    #expect(!other.postpone())
  }

  @Test func `what the word's thread queues itself keeps the word its own`() {
    guard SpinWait.mayBeGiven(to: SpinWait.threadMark) == true else { return }
    let subject = PublishSubject<Int>()
    let heard = Heard()
    _ = subject.subscribe(next: { [subject] value in
      heard.add(value)
      if value % 2 == 0 { subject.next(value + 1) }
    })
    for value in 0..<1_000 { subject.next(2 * value) }
    #expect(heard.values == Array(0..<2_000))
    #expect(subject.rows.owner.word.load(ordering: .relaxed) == SerialOwner.biased)
  }

  @Test func `a thread that comes at any point of another's turns overlaps and loses nothing`() {
    let isThorough = getenv("RXTRACE_THOROUGH") != nil
    let meeting = Meeting()
    let rounds = isThorough ? 50_000 : 1_500
    let threads = [
      onThread {
        meeting.sender.store(UInt(pthread_self()), ordering: .releasing)
        for round in 0..<rounds {
          let stage = meeting.stage(round)
          meeting.wait(for: 2 * round + 1)
          for value in 0..<8 { stage.subject.next(value) }
          meeting.arrive()
        }
      },
      onThread {
        var patience = Patience()
        while meeting.sender.load(ordering: .acquiring) == 0 { patience.wait() }
        let sender = pthread_t(meeting.sender.load(ordering: .acquiring))
        for round in 0..<rounds {
          let stage = meeting.stage(round)
          meeting.wait(for: 2 * round + 1)
          for _ in 0..<(round * 7 % 211) { SpinWait.pause() }
          // Every other time the first thread stands still meanwhile, wherever it is.
          if round % 2 == 0 { Standstill.begin(sender) }
          for value in 100..<103 { stage.subject.next(value) }
          if round % 2 == 0 { Standstill.end() }
          meeting.arrive()
        }
      },
    ]
    Standstill.prepare()
    var lost = 0
    var overlaps = 0
    for round in 0..<rounds {
      let stage = meeting.open(round)
      meeting.wait(for: 2 * round + 2)
      lost += stage.isComplete ? 0 : 1
      overlaps += stage.overlaps.load(ordering: .relaxed)
    }
    for thread in threads { pthread_join(thread, nil) }
    #expect(lost == 0)
    #expect(overlaps == 0)
  }
}

private final class Owner: @unchecked Sendable {
  private let owner = SerialOwner()
  // Guarded by the owner's lock.
  private var waiting = 0

  var word: UInt32 { owner.word.load(ordering: .relaxed) }
  var isMine: Bool { owner.isMine }
  func give() -> Bool { owner.give() }
  func enter() -> Bool { owner.enter() }
  func enterPatiently() -> Bool { owner.enterPatiently() }
  func leave() -> Bool { owner.leave() }
  func isLost(_ known: UInt32) -> Bool { owner.isLost(known) }
  func postpone() -> Bool { owner.postpone { waiting += 1 } }
  func takeAll() -> Int {
    var taken = 0
    _ = owner.takeWaiting {
      taken = waiting
      waiting = 0
      return taken > 0
    }
    return taken
  }
  /// Takes as many turns alone as make the word this thread's.
  func turn() { for _ in 0..<1_000 where enter() { _ = leave() } }
}

/// One subject, to which two threads send, and what arrived.
private final class Stage: Sendable {
  let subject = PublishSubject<Int>()
  let overlaps = Atomic(0)
  private let inside = Atomic(0)
  private let heard = Heard()

  init() {
    _ = subject.subscribe(next: { [unowned self] value in
      if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
      heard.add(value)
      if value == 3 || value == 101 { subject.next(value + 1_000) }
      inside.subtract(1, ordering: .relaxed)
    })
  }

  /// Everything arrived once, in its sender's order.
  var isComplete: Bool {
    let all = heard.values
    let own = all.filter { $0 < 100 || $0 == 1_003 }
    let others = all.filter { (100..<1_000).contains($0) || $0 == 1_101 }
    return all.count == 13 && own.filter { $0 < 100 } == Array(0..<8)
      && others.filter { $0 < 1_000 } == [100, 101, 102] && own.contains(1_003) && others.contains(1_101)
  }
}

/// Two threads that begin each round together, and one that looks at what they did.
private final class Meeting: @unchecked Sendable {
  let sender = Atomic<UInt>(0)
  // Even numbers are arrivals of both; see `wait`.
  private let turn = Atomic(0)
  private let arrived = Atomic(0)
  // Written before a turn begins, when both have arrived from the one before.
  private var current: Stage?

  func open(_ round: Int) -> Stage {
    let stage = Stage()
    current = stage
    turn.store(2 * round + 1, ordering: .releasing)
    return stage
  }

  /// The stage of a round that has been opened.
  func stage(_ round: Int) -> Stage {
    wait(for: 2 * round + 1)
    return current.unsafelyUnwrapped
  }

  func arrive() {
    if arrived.add(1, ordering: .acquiringAndReleasing).newValue % 2 == 0 {
      turn.add(1, ordering: .acquiringAndReleasing)
    }
  }

  func wait(for number: Int) {
    var patience = Patience()
    while turn.load(ordering: .acquiring) < number { patience.wait() }
  }
}

/// Lets a thread stand still in a signal handler, for two milliseconds at most: it may have a lock that others need.
private enum Standstill {
  private static let number = __libc_current_sigrtmin() + 5
  private static let asked = Atomic(0)
  private static let stands = Atomic(0)

  static func prepare() {
    // What a handler uses must be there.
    _ = (asked.load(ordering: .relaxed), stands.load(ordering: .relaxed))
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      let number = Standstill.asked.load(ordering: .acquiring)
      if number % 2 == 0 { return }
      let before = errno
      defer { errno = before }
      Standstill.stands.store(number, ordering: .releasing)
      var turns = 0
      while turns < 20, Standstill.asked.load(ordering: .acquiring) == number {
        usleep(100)
        turns += 1
      }
    }
    action.sa_flags = SA_RESTART
    sigaction(number, &action, nil)
  }

  static func begin(_ thread: pthread_t) {
    let asking = asked.add(1, ordering: .acquiringAndReleasing).newValue
    pthread_kill(thread, number)
    for _ in 0..<10_000 where stands.load(ordering: .acquiring) != asking { SpinWait.pause() }
  }

  static func end() { asked.add(1, ordering: .acquiringAndReleasing) }
}

private func onOneThread(_ body: @escaping @Sendable () -> Void) { pthread_join(onThread(body), nil) }

private func onThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { box in
      Unmanaged<Box>.fromOpaque(box.unsafelyUnwrapped).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Box(body)).toOpaque())
  return thread
}
