import Glibc
import ProcessInspection
import TraceAnalysis
import TraceFormat

/// Looks into the table of a process again and again, while the process goes on.
struct ProcessWatch {
  private(set) var watch = LivingWatch()
  /// Nil where the time was over, or somebody has ended the watch.
  private(set) var ending: ProcessLooks.End?
  /// The program's name, without directories.
  let name: String
  /// When the process was started, in seconds since 1970; nil if that is not known.
  let startedAt: Int?
  /// The limits of the looks, in words.
  private(set) var doubts: Set<String> = []

  /// In nanoseconds. So many looks fit into a watch, if each pause is within these bounds.
  private static let looks: UInt64 = 50
  private static let pauses: ClosedRange<UInt64> = 200_000_000...1_000_000_000

  /// Watches for so many nanoseconds; Ctrl-C ends it sooner. Throws where the first look finds nothing.
  init(_ process: pid_t, for length: UInt64) throws(CommandFailure) {
    let began = MonotonicClock.now
    let (looks, first) = try ProcessLooks.begin(process, for: "leaks")
    name = looks.name
    startedAt = looks.startedAt
    take(first)
    var ends = sigset_t()
    var before = sigset_t()
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    pthread_sigmask(SIG_BLOCK, &ends, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let end = began.addingClamped(length)
    var cost = MonotonicClock.now - began
    while ending == nil {
      let now = MonotonicClock.now
      // A machine without time for it may be late for the first ones.
      let isOver = now >= end
      if isOver, watch.looks >= WatchVerdicts.fewestLooks { return }
      let usual = min(max(length / Self.looks, Self.pauses.lowerBound), Self.pauses.upperBound)
      let pause = ProcessLooks.interval(asked: usual.addingClamped(cost), cost: cost) - cost
      let step = isOver ? Self.pauses.lowerBound : min(end - now, pause)
      var limit = timespec(tv_sec: Int(step / 1_000_000_000), tv_nsec: Int(step % 1_000_000_000))
      if sigtimedwait(&ends, nil, &limit) > 0 { return }
      let start = MonotonicClock.now
      do throws(ProcessLooks.End) {
        take(try looks.look())
      } catch {
        ending = error
      }
      cost = MonotonicClock.now - start
    }
  }

  private mutating func take(_ living: LivingProcess) {
    doubts.formUnion(living.doubts)
    watch.add(living.reading { watch.number(of: $0) })
  }
}
