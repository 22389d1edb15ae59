import Glibc
import TraceFormat

/// Says that something takes long, for as long as it does: one line on standard error, where that is a
/// terminal.
///
///     rxtrace: reading app.rxtrace, 7 s
///
/// A thread of its own writes it, so that what takes long need not ask the time.
final class Progress: @unchecked Sendable {
  /// Work that is over before this is not announced, in milliseconds.
  private static let usualPatience = 500
  private static let interval = 1000
  private static let erased = "\r\u{1b}[K"

  private let text: String
  private let patience: Int
  private let write: @Sendable (String) -> Void
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// The mutex guards it.
  private var isOver = false

  /// - Parameter patience: after how many milliseconds the line is written.
  init(_ text: String, patience: Int = Progress.usualPatience, write: @escaping @Sendable (String) -> Void) {
    self.text = text
    self.patience = patience
    self.write = write
    mutex = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Nil where nobody would see it.
  convenience init?(watching process: Int32) {
    guard Self.isSeen else { return nil }
    self.init("watching process \(process)") { text in _ = try? Output.write(text, to: STDERR_FILENO) }
  }

  private static var isSeen: Bool {
    OutputDevice.descriptor(STDERR_FILENO).isTerminal && Environment.current["TERM"] ?? "dumb" != "dumb"
  }

  /// Nil where nobody would see it.
  convenience init?(reading recording: Recording) {
    guard Self.isSeen else { return nil }
    let path = recording.name.visible
    let name = path.split(separator: "/").last.map(String.init) ?? path
    // A line that the narrowest terminal holds.
    let short = name.count > 40 ? String(name.prefix(39)) + "…" : name
    self.init("reading \(short)") { text in _ = try? Output.write(text, to: STDERR_FILENO) }
  }

  /// Does `work`, and takes the line away.
  func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    let thread = start()
    defer { if let thread { end(thread) } }
    return try work()
  }

  /// Does `work`, and says of it what there is to say.
  static func during<Result, Failure: Error>(
    _ progress: Progress?, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let progress else { return try work() }
    return try progress.during(work)
  }

  private func start() -> pthread_t? { BackgroundThread.start { self.talk() } }

  private func end(_ thread: pthread_t) {
    pthread_mutex_lock(mutex)
    isOver = true
    pthread_cond_signal(changed)
    pthread_mutex_unlock(mutex)
    pthread_join(thread, nil)
  }

  private func talk() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let began = Self.now
    var due = began + patience
    var hasSpoken = false
    while !isOver {
      let (second, rest) = due.quotientAndRemainder(dividingBy: 1000)
      var time = timespec(tv_sec: second, tv_nsec: rest * 1_000_000)
      guard pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT, !isOver else { continue }
      let seconds = (Self.now - began) / 1000
      write("\(Self.erased)rxtrace: \(text)\(seconds > 0 ? ", \(seconds) s" : "")")
      hasSpoken = true
      due = Self.now + Self.interval
    }
    if hasSpoken { write(Self.erased) }
  }

  /// Milliseconds.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
