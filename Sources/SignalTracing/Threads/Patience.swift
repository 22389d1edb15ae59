#if canImport(Glibc)
  import Glibc
#endif

/// A wait for another thread that needs a few more instructions, and may not get the processor to run them.
///
/// It begins with turns that take a few instructions, then gives the processor away, then sleeps, 50
/// microseconds first and up to 1.6 milliseconds: only a sleep lets a thread of lower priority go on that
/// shares the processor.
package struct Patience {
  private var turns: UInt32 = 0

  private static let pauses: UInt32 = 64
  private static let yields: UInt32 = 16

  package init() {}

  /// Waits one turn. The caller asks in between whether the other thread is done.
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
