#if canImport(Glibc)
  import Glibc
#endif

/// A wait for another thread that needs only a few more instructions, but may not have the processor.
///
/// It begins with turns of a few instructions, then gives the processor away, then sleeps, first 50
/// microseconds and later up to 1.6 milliseconds. Only a sleep lets a thread of lower priority on the same
/// processor go on.
package struct Patience {
  private var turns: UInt32 = 0

  private static let pauses: UInt32 = 64
  private static let yields: UInt32 = 16

  package init() {}

  /// Waits one turn. Between turns the caller checks whether the other thread is done.
  package mutating func wait() {
    defer { turns &+= 1 }
    if turns < Self.pauses { return SpinWait.pause() }
    sleep()
  }

  @inline(never)
  private mutating func sleep() {
    let sleeps = Int(turns) - Int(Self.pauses + Self.yields)
    if sleeps < 0 {
      sched_yield()
    } else {
      turns = min(turns, 1 << 20)
      var time = timespec(tv_sec: 0, tv_nsec: 50_000 << min(sleeps, 5))
      // A thread that waits here is in the midst of its work.
      let cancellation = ThreadCancellation.forbid()
      nanosleep(&time, nil)
      ThreadCancellation.allow(cancellation)
    }
  }
}
