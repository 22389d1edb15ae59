import Glibc

/// Keeps a terminal from showing keys as they are typed: they would break a table that is drawn on it again
/// and again. The terminal is as it was when this is gone.
final class HiddenTyping {
  private let descriptor: Int32
  private var original = termios()
  private var isOver = false

  /// Nil where standard input is no terminal, or the terminal belongs to another job.
  init?(_ descriptor: Int32 = STDIN_FILENO) {
    self.descriptor = descriptor
    guard tcgetattr(descriptor, &original) == 0, tcgetpgrp(descriptor) == getpgrp() else { return nil }
    var modes = original
    modes.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Shows keys again.
  func end() {
    // A program in the background would be stopped for it.
    guard !isOver, tcgetpgrp(descriptor) == getpgrp() else { return }
    isOver = true
    tcsetattr(descriptor, TCSANOW, &original)
  }

  deinit { end() }
}
