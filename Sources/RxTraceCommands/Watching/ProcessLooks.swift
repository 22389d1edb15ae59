import Glibc
import ProcessInspection
import TraceAnalysis
import TraceFormat

/// A process whose table of living subscriptions is looked into again and again, while it goes on.
struct ProcessLooks {
  /// The reason why there are no further looks.
  enum End: Error, Equatable {
    case processEnded
    /// The process runs another program now.
    case programReplaced
    case unreadable(String)

    var words: String { "\(reason): this was seen until then" }

    var reason: String {
      switch self {
      case .processEnded: "the process ended meanwhile"
      case .programReplaced: "the process runs another program now"
      case .unreadable(let message): "it could be read no longer (\(message.prefix { $0 != "\n" }))"
      }
    }
  }

  /// From one look to the next it is at least so many times as long as a look takes: the looks take a fifth
  /// of a processor at most.
  private static let looksOfAnInterval: UInt64 = 5

  let process: pid_t
  /// The program's name, without directories.
  let name: String
  private let program: String
  private let running: RunningProcess
  private let verb: String

  private init(_ process: pid_t, _ running: RunningProcess, _ first: LivingProcess, _ verb: String) {
    (self.process, self.running, self.verb) = (process, running, verb)
    (name, program) = (first.name, first.program)
  }

  /// Takes the first look; throws where it finds nothing.
  ///
  /// - Parameter verb: the command for which it looks.
  static func begin(
    _ process: pid_t, for verb: String
  ) throws(CommandFailure) -> (looks: ProcessLooks, first: LivingProcess) {
    let running = RunningProcess(process)
    let first = try LivingProcess(process, for: verb)
    // The table of one that ended meanwhile may be whole, but its names are gone.
    guard let running, !running.isGone else { throw UnreadableProcess.hasEnded(process) }
    return (ProcessLooks(process, running, first, verb), first)
  }

  /// When the process was started, in seconds since 1970; nil if that is not known.
  var startedAt: Int? { running.startedAt }

  /// Whether the process has ended.
  var isOver: Bool { running.isGone }

  /// Takes a further look.
  func look() throws(End) -> LivingProcess {
    let living: LivingProcess
    do {
      living = try LivingProcess(process, for: verb)
    } catch {
      let hasEnded = running.isGone || error == UnreadableProcess.hasEnded(process)
      throw hasEnded ? .processEnded : .unreadable(error.message)
    }
    if running.isGone { throw .processEnded }
    if living.program != program { throw .programReplaced }
    return living
  }

  /// How long it is from a look to the next: as asked for, or longer where looks take long. In nanoseconds.
  ///
  /// - Parameter cost: how long the last look took.
  static func interval(asked: UInt64, cost: UInt64) -> UInt64 {
    let (least, isEndless) = cost.multipliedReportingOverflow(by: looksOfAnInterval)
    return max(asked, isEndless ? .max : least)
  }
}

extension LivingProcess {
  /// The living subscriptions of this look. `number` numbers their call sites.
  func reading(_ number: (Site) -> Int) -> LivingReading {
    var numbers: [LiveTableReader.Place: Int] = [:]
    let subscriptions = alive.map { seen in
      let site = numbers[seen.place] ?? number(seen.site)
      numbers[seen.place] = site
      return LivingReading.Subscription(
        id: seen.identifier, downstream: seen.downstream, site: site, role: Role(rawValue: seen.role),
        owner: seen.owner, began: seen.began)
    }
    return LivingReading(time: taken, subscriptions, isWhole: elsewhere == 0 && !isCut)
  }

  /// The limits of this look, in words.
  var doubts: [String] {
    var doubts: [String] = []
    if elsewhere > 0 { doubts.append("some are missing: the process has them in memory of its own") }
    if isCut { doubts.append("some are missing: its memory tells of more than a process of its size has") }
    return doubts
  }
}
