import Glibc
import SignalTracing
import Synchronization
import TraceFormat

/// What the program knows of the subscriptions that it makes, in a file that the tool maps as well.
///
/// Lines of 64 bytes: the first one says whether the threads are to rest, and, while they do, how many subscriptions a
/// census counts; then one for each thread: how many it has made, and whether it rests. Behind them, thread by thread, two
/// words for each subscription: its identifier, and 1 once it is gone.
struct Living: @unchecked Sendable {
  // A word has one writer; the words are atomic.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  let threads: Int
  let most: Int

  init(path: String, threads: Int, most: Int) {
    (self.threads, self.most) = (threads, most)
    let size = 64 * (threads + 1) + 16 * threads * most
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0,
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else { fatalError("cannot map \(path)") }
    words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: size / 8)
  }

  /// How often the threads were asked to rest; odd while they are to.
  var rest: UInt64 { words[0].load(ordering: .acquiring) }
  var restsCounted: UnsafeMutablePointer<Atomic<UInt64>> { words + 1 }
  var census: UnsafeMutablePointer<Atomic<UInt64>> { words + 2 }
  func made(_ thread: Int) -> UnsafeMutablePointer<Atomic<UInt64>> { words + 8 * (thread + 1) }
  func resting(_ thread: Int) -> UnsafeMutablePointer<Atomic<UInt64>> { words + 8 * (thread + 1) + 1 }

  func entry(_ number: Int, _ thread: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    words + 8 * (threads + 1) + 2 * (thread * most + number)
  }
}

/// Makes and ends subscriptions on each thread, in no order, until it is killed or has no more room to write them down.
func liveAndDie(_ living: Living) {
  for thread in 0..<living.threads { _ = startThread { liveAndDie(living, thread) } }
  while true {
    usleep(1000)
    let asked = living.rest
    guard asked % 2 == 1, living.restsCounted.pointee.load(ordering: .relaxed) != asked,
      (0..<living.threads).allSatisfy({ living.resting($0).pointee.load(ordering: .acquiring) == asked })
    else { continue }
    living.census.pointee.store(UInt64(LiveCensus().count(of: "churned")), ordering: .relaxed)
    living.restsCounted.pointee.store(asked, ordering: .releasing)
  }
}

private func liveAndDie(_ living: Living, _ thread: Int) {
  var alive: [(subscription: TracedSubscription, number: Int)] = []
  var random = UInt32(thread + 1)
  func below(_ limit: Int) -> Int {
    random = random &* 1_664_525 &+ 1_013_904_223
    return Int(random >> 16) % limit
  }
  for turn in 0... {
    while living.rest % 2 == 1 {
      living.resting(thread).pointee.store(living.rest, ordering: .releasing)
      usleep(1000)
    }
    usleep(300)
    if alive.isEmpty || (alive.count < 60 && below(2) == 0) {
      let number = Int(living.made(thread).pointee.load(ordering: .relaxed))
      guard number < living.most else { fatalError("no more room for what is known") }
      let subscription = subscription("churned")
      living.entry(number, thread).pointee.store(subscription.identifier, ordering: .relaxed)
      living.made(thread).pointee.store(UInt64(number + 1), ordering: .releasing)
      alive.append((subscription, number))
    } else if turn % 3 == 0 {
      send(turn, to: alive[below(alive.count)].subscription)
    } else {
      let (subscription, number) = alive.remove(at: below(alive.count))
      if TracedSubscription.livesAreWatched { subscription.disposed(.explicit) }
      subscription.end()
      (living.entry(number, thread) + 1).pointee.store(1, ordering: .releasing)
    }
  }
}
