import Glibc

/// A terminal whose keyboard a test has.
final class PseudoTerminal {
  private var keyboard: Int32
  /// What a program opens to have the terminal.
  let path: String

  init?() {
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard keyboard >= 0, ioctl(keyboard, unlock, &isLocked) == 0, ioctl(keyboard, askNumber, &number) == 0
    else {
      return nil
    }
    path = "/dev/pts/\(number)"
  }

  deinit { hangUp() }

  func resize(columns: UInt16) {
    var size = winsize(ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
  }

  func type(_ keys: String) {
    _ = keys.withCString { write(keyboard, $0, strlen($0)) }
  }

  /// What programs have shown so far, once it holds `text`; nil when the terminal ends before.
  func shown(upTo text: String) -> String? {
    var shown: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: shown, as: UTF8.self).contains(text) {
      let count = read(keyboard, &part, part.count)
      guard count > 0 else { return nil }
      shown += part[..<count]
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// Closes the window.
  func hangUp() {
    guard keyboard >= 0 else { return }
    close(keyboard)
    keyboard = -1
  }
}
