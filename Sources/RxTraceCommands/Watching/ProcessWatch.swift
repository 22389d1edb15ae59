import Glibc
import ProcessInspection
import TraceAnalysis
import TraceFormat

/// Looks into the table of a process again and again, while the process goes on.
struct ProcessWatch {
  enum Ending: Equatable {
    /// The time was over, or somebody has ended the watch.
    case asAsked
    case processEnded
    /// The process runs another program now.
    case programReplaced
    case unreadable(String)
  }

  private(set) var watch = LivingWatch()
  private(set) var ending = Ending.asAsked
  /// The program's name, without directories.
  let name: String
  /// The limits of the looks, in words.
  private(set) var doubts: Set<String> = []

  private let process: pid_t
  /// The numbers of call sites, by the addresses of their texts.
  private var numbers: [LiveTableReader.Place: Int] = [:]

  /// In nanoseconds. So many looks fit into a watch, if each pause is within these bounds.
  private static let looks: UInt64 = 50
  private static let pauses: ClosedRange<UInt64> = 200_000_000...1_000_000_000
  /// A pause lasts at least so many times as long as a look: the watch takes a fifth of a processor at most.
  private static let pausesOfALook: UInt64 = 4

  /// Watches for so many nanoseconds; Ctrl-C ends it sooner. Throws where the first look finds nothing.
  init(_ process: pid_t, for length: UInt64) throws(CommandFailure) {
    self.process = process
    let running = RunningProcess(process)
    let began = MonotonicClock.now
    let first = try LivingProcess(process, for: "leaks")
    name = first.name
    take(first)
    var ends = sigset_t()
    var before = sigset_t()
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    pthread_sigmask(SIG_BLOCK, &ends, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let end = began.addingClamped(length)
    var cost = MonotonicClock.now - began
    while ending == .asAsked {
      let now = MonotonicClock.now
      // A machine without time for it may be late for the first ones.
      let isOver = now >= end
      if isOver, watch.looks >= WatchVerdicts.fewestLooks { return }
      let pause = Self.pause(in: length, after: cost)
      let step = isOver ? Self.pauses.lowerBound : min(end - now, pause)
      var limit = timespec(tv_sec: Int(step / 1_000_000_000), tv_nsec: Int(step % 1_000_000_000))
      if sigtimedwait(&ends, nil, &limit) > 0 { return }
      let start = MonotonicClock.now
      look(first.program, running)
      cost = MonotonicClock.now - start
    }
  }

  private static func pause(in length: UInt64, after cost: UInt64) -> UInt64 {
    let usual = min(max(length / looks, pauses.lowerBound), pauses.upperBound)
    return max(usual, cost.multipliedReportingOverflow(by: pausesOfALook).partialValue)
  }

  private mutating func look(_ program: String, _ running: RunningProcess?) {
    do throws(CommandFailure) {
      let living = try LivingProcess(process, for: "leaks")
      guard running?.isGone == false else {
        ending = .processEnded
        return
      }
      if living.program == program { take(living) } else { ending = .programReplaced }
    } catch {
      ending = running?.isGone == false ? .unreadable(error.message) : .processEnded
    }
  }

  private mutating func take(_ living: LivingProcess) {
    if living.elsewhere > 0 {
      doubts.insert("some are missing: the process has them in memory of its own")
    }
    if living.isCut {
      doubts.insert("some are missing: its memory tells of more than a process of its size has")
    }
    var subscriptions: [LivingReading.Subscription] = []
    subscriptions.reserveCapacity(living.alive.count)
    for seen in living.alive {
      subscriptions.append(
        LivingReading.Subscription(
          id: seen.identifier, downstream: seen.downstream, site: number(of: seen),
          role: Role(rawValue: seen.role), owner: seen.owner, began: seen.began))
    }
    watch.add(
      LivingReading(
        time: living.taken, subscriptions, isWhole: living.elsewhere == 0 && !living.isCut))
  }

  private mutating func number(of seen: LivingProcess.Subscription) -> Int {
    if let number = numbers[seen.place] { return number }
    let number = watch.number(of: seen.site)
    numbers[seen.place] = number
    return number
  }
}
