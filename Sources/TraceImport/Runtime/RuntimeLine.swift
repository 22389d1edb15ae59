import TraceFormat

/// An act of the Swift runtime, as `tasks.bt` and `streams.bt` print it. An address names a task, or the
/// storage of a stream.
struct RuntimeFiring: Hashable {
  var time: UInt64
  var process: UInt32
  var kernelThread: UInt32
  var event: RuntimeEvent
}

/// A call that makes a task.
struct TaskCall: Hashable {
  var task, parent, flags: UInt64
  /// Return addresses, the innermost first.
  var calls: [UInt64]
  /// When the call came back: the firing's time is the one at which it began. Nil in lines of an older
  /// script, whose time is the one at which it came back.
  var returned: UInt64?
}

enum RuntimeEvent: Hashable {
  case taskMade(TaskCall)
  case taskEnded(UInt64, hasFailed: Bool)
  case taskCancelled(UInt64)
  case taskFreed(UInt64)
  case streamMade(UInt64, isThrowing: Bool, calls: [UInt64])
  /// A task waits for the next value. `holders` is the strong count of the storage, less one; `function` is
  /// the one of the runtime that goes on first, and `resumes` are some that follow, the innermost first.
  case waits(
    UInt64, isThrowing: Bool, task: UInt64, holders: UInt64, function: UInt64, resumes: [UInt64])
  case yields(UInt64)
  case finishes(UInt64)
  /// A task that waits was cancelled, or nobody has the stream any more.
  case terminates(UInt64)
  case streamFreed(UInt64)
  /// Nobody can finish the stream any more: so its count was, when `rxtrace` read it.
  case abandoned(UInt64)
}

/// The lines of `tasks.bt` and `streams.bt`.
///
///     NANOSECONDS \t PROCESS \t THREAD \t WORD \t NUMBER … \t ADDRESSES
///
/// Addresses of code are hexadecimal, with spaces between them. Behind the addresses of `task` stands the
/// time at which the call came back.
enum RuntimeLine {
  /// Nil where the line is none of these; `damaged` where it begins as one.
  static func read(_ line: ArraySlice<UInt8>) -> ProbeLine? {
    var cursor = LineCursor(line)
    guard let time = cursor.takeNumber(UInt64.self), cursor.take("\t"),
      let process = cursor.takeNumber(UInt32.self), cursor.take("\t"),
      let thread = cursor.takeNumber(UInt32.self), cursor.take("\t")
    else { return nil }
    let fields = cursor.rest.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    guard let count = numbers[fields[0]] else { return nil }
    let word = String(decoding: fields[0], as: UTF8.self)
    let values = fields.dropFirst().prefix(count).compactMap { UInt64(decimal: $0) }
    let addresses = fields.dropFirst(1 + count).first.map { Self.addresses(in: $0) } ?? []
    guard values.count == count, var event = event(word, values, addresses) else { return .damaged }
    if case .taskMade(var call) = event, let end = fields.dropFirst(2 + count).first {
      guard let returned = UInt64(decimal: end), returned >= time else { return .damaged }
      call.returned = returned
      event = .taskMade(call)
    }
    return .runtime(RuntimeFiring(time: time, process: process, kernelThread: thread, event: event))
  }

  /// How many numbers follow each word.
  private static let numbers = Dictionary(
    uniqueKeysWithValues: [
      ("task", 3), ("task-ended", 2), ("task-cancelled", 1), ("task-freed", 1), ("stream", 2), ("waits", 5),
      ("yields", 1), ("finishes", 1), ("terminates", 1), ("stream-freed", 1), ("abandoned", 1),
    ].map { (ArraySlice($0.0.utf8), $0.1) })

  private static func event(_ word: String, _ numbers: [UInt64], _ addresses: [UInt64]) -> RuntimeEvent? {
    let object = numbers[0]
    guard object != 0 else { return nil }
    return switch word {
    case "task":
      .taskMade(TaskCall(task: object, parent: numbers[1], flags: numbers[2], calls: addresses))
    case "task-ended": .taskEnded(object, hasFailed: numbers[1] != 0)
    case "task-cancelled": .taskCancelled(object)
    case "task-freed": .taskFreed(object)
    case "stream": .streamMade(object, isThrowing: numbers[1] != 0, calls: addresses)
    case "waits":
      .waits(
        object, isThrowing: numbers[1] != 0, task: numbers[2], holders: numbers[3], function: numbers[4],
        resumes: addresses)
    case "yields": .yields(object)
    case "finishes": .finishes(object)
    case "terminates": .terminates(object)
    case "stream-freed": .streamFreed(object)
    default: .abandoned(object)
    }
  }

  private static func addresses(in text: ArraySlice<UInt8>) -> [UInt64] {
    text.split(separator: UInt8(ascii: " ")).compactMap {
      UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
    }
  }
}
