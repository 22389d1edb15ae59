import Glibc

/// The stacks of a process that hangs, as gdb prints them, on standard error as well. Empty where there is no gdb.
func stacks(of process: pid_t) -> String {
  let line = "gdb -nx -batch -p \(process) -ex 'thread apply all backtrace 40' 2>&1"
  guard let pipe = popen(line, "r") else { return "" }
  defer { pclose(pipe) }
  var text: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 4096)
  while case let count = fread(&part, 1, part.count, pipe), count > 0 { text += part[..<count] }
  let said = String(decoding: text, as: UTF8.self)
  let report = "child \(process) of \(getpid()) hangs:\n\(said)\n"
  _ = report.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  return said
}

/// Whether what hangs waits for the language: a thread does, in the locks with which that makes types and globals on first
/// use, and no thread waits anywhere else but for another one's end. The recorder's own thread, which sleeps, is none.
func waitForLanguage(_ stacks: String) -> Bool {
  var waits: [Wait] = []
  for line in stacks.split(separator: "\n") {
    if line.hasPrefix("Thread ") {
      waits.append(Wait(isRecorders: line.contains("\"rxtrace\"")))
    } else if line.hasPrefix("#"), !waits.isEmpty {
      waits[waits.count - 1].take(line)
    }
  }
  let places = waits.filter { !$0.isRecorders }.map(\.place)
  return places.contains(.language) && places.allSatisfy { $0 == .language || $0 == .join }
}

/// Where one thread waits, from its frames, the innermost first.
private struct Wait {
  enum Place { case join, language, elsewhere }

  let isRecorders: Bool
  private(set) var place = Place?.none

  init(isRecorders: Bool) { self.isRecorders = isRecorders }

  private static let joining = ["pthread_join", "pthread_clockjoin", "pthread_timedjoin"]
  private static let waiting = [
    "futex", "lll_lock", "pthread_mutex", "pthread_cond", "pthread_once", "call_once",
    // The C library, where its own sources are known.
    "../sysdeps/", "../nptl/",
  ]

  mutating func take(_ frame: Substring) {
    guard place == nil else { return }
    if Self.joining.contains(where: frame.contains) {
      place = .join
    } else if frame.contains("/libswiftCore.so") {
      place = .language
    } else if !Self.waiting.contains(where: frame.contains), !frame.contains("/libc.so"),
      !frame.contains("/libstdc++.so")
    {
      place = .elsewhere
    }
  }
}
