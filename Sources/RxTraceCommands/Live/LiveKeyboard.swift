import Glibc

/// The keyboard of the terminal that a live view is drawn on: each key at once, none shown.
///
/// The terminal is as it was when this is gone, also after a signal that ends this process. A process in the
/// background leaves terminal and keyboard alone.
struct LiveKeyboard: ~Copyable {
  private let descriptor: Int32
  private let original: termios

  /// Nil where standard input is no terminal.
  init?(_ descriptor: Int32 = STDIN_FILENO) {
    var modes = termios()
    guard isatty(descriptor) == 1, tcgetattr(descriptor, &modes) == 0 else { return nil }
    self.descriptor = descriptor
    original = modes
    Self.saved = (descriptor, modes)
    for number in Self.endings { signal(number, Self.restoreAndEnd) }
    listen()
  }

  deinit {
    restore()
    for number in Self.endings { signal(number, SIG_DFL) }
  }

  /// Waits so long at most for keys and returns what was typed; empty when nothing was.
  func keys(within milliseconds: Int) -> [UInt8] {
    guard isForeground else {
      usleep(UInt32(clamping: milliseconds * 1000))
      return []
    }
    // The shell that stopped this process may have set the terminal anew.
    listen()
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Int32(clamping: milliseconds)) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    // A terminal that is gone is asked for nothing any more, but looked at often.
    if count <= 0 { usleep(UInt32(clamping: min(milliseconds, 100) * 1000)) }
    return Array(bytes.prefix(max(count, 0)))
  }

  private var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() }

  private func listen() {
    guard isForeground else { return }
    var modes = original
    modes.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Reading does not wait: `poll` has.
    withUnsafeMutableBytes(of: &modes.c_cc) { bytes in
      bytes[Int(VMIN)] = 0
      bytes[Int(VTIME)] = 0
    }
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  private func restore() {
    guard isForeground else { return }
    var modes = original
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// For a process with one thread; written before the handlers are in place.
  nonisolated(unsafe) private static var saved: (descriptor: Int32, modes: termios)?

  private static let restoreAndEnd: @convention(c) (Int32) -> Void = { number in
    if var saved { tcsetattr(saved.descriptor, TCSANOW, &saved.modes) }
    signal(number, SIG_DFL)
    raise(number)
  }
}
