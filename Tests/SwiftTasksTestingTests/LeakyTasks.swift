import Synchronization

/// Programs that leak tasks, and the lines that are to blame.
enum LeakyTasks {
  /// Nobody resumes it, and somebody keeps it.
  private static let questions = Mutex<[CheckedContinuation<Void, Never>]>([])

  static let questionLine: UInt32 = #line + 2
  static func asksForEver() {
    Task {
      await withCheckedContinuation { question in questions.withLock { $0.append(question) } }
    }
  }

  /// Nobody can finish the stream: its continuation is gone.
  static let readerLine: UInt32 = #line + 3
  static func readsForEver() {
    let stream = AsyncStream.makeStream(of: Int.self).stream
    Task {
      for await _ in stream {}
    }
  }

  /// Goes on after whoever started it, until somebody stops all of them.
  static let timerLine: UInt32 = #line + 2
  static func ticksForEver(until isOver: Flag) {
    Task {
      while !isOver.isSet { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  static let detachedLine: UInt32 = #line + 2
  static func ticksForEverDetached(until isOver: Flag) {
    Task.detached {
      while !isOver.isSet { try? await Task.sleep(for: .milliseconds(1)) }
    }
  }

  /// The task that is to blame is made by another one, which has ended.
  static let innerLine: UInt32 = #line + 3
  static func handsOn(until isOver: Flag) async {
    await Task.detached {
      _ = Task {
        while !isOver.isSet { try? await Task.sleep(for: .milliseconds(1)) }
      }
    }.value
  }

  /// A child that goes on keeps the task that waits for it: that one is to blame.
  static let parentLine: UInt32 = #line + 2
  static func waitsForAChild(until isOver: Flag) {
    Task {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          while !isOver.isSet { try? await Task.sleep(for: .milliseconds(1)) }
        }
      }
    }
  }
}

/// Ends tasks that a test has left behind on purpose.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// Programs that do not leak.
enum CleanTasks {
  /// All that a program may do with tasks, and ends.
  static func run() async {
    await Task { await Task.yield() }.value
    _ = await Task.detached { 1 }.value
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<4 {
        group.addTask {
          await Task.yield()
          return number
        }
      }
      for await _ in group {}
    }
    async let first = number()
    async let second = number()
    _ = await first + second
    await withDiscardingTaskGroup { group in group.addTask { await Task.yield() } }
    await readsToTheEnd()
  }

  /// Ends a little later, by itself.
  static func endsSoon() {
    Task { try? await Task.sleep(for: .milliseconds(50)) }
    Task.detached { try? await Task.sleep(for: .milliseconds(50)) }
  }

  /// Is cancelled, and notices.
  static func isCancelled() {
    let clock = Task {
      while !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }
    clock.cancel()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let reader = Task {
      for await _ in stream {}
      withExtendedLifetime(continuation) {}
    }
    reader.cancel()
  }

  private static func number() async -> Int {
    await Task.yield()
    return 1
  }

  private static func readsToTheEnd() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let sum = Task { await stream.reduce(0, +) }
    for number in 0..<4 { continuation.yield(number) }
    continuation.finish()
    _ = await sum.value
    // Left in the midst, with its stream.
    let (other, sender) = AsyncStream.makeStream(of: Int.self)
    sender.yield(1)
    await Task { for await _ in other { break } }.value
  }
}
