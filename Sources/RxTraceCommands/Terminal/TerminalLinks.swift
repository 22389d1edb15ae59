import Glibc

/// Which links a terminal follows, where it follows any (OSC 8).
enum TerminalLinks {
  /// The template of the links to lines of files; nil for a terminal that is not known to follow them.
  static func template(_ environment: Environment, host: String) -> String? {
    let term = environment["TERM"] ?? "dumb"
    // screen shows what it does not know.
    guard term != "dumb", !term.hasPrefix("screen"), environment["STY"] == nil else { return nil }
    let program = environment["TERM_PROGRAM"] ?? ""
    if program == "vscode" { return "vscode://file{path}:{line}" }
    if term == "xterm-kitty" || environment["KITTY_WINDOW_ID"] != nil { return "file://\(host){path}#{line}" }
    let isKnown =
      ["iTerm.app", "WezTerm", "ghostty", "Hyper", "rio", "Tabby"].contains(program)
      || ["foot", "foot-extra", "alacritty", "xterm-ghostty", "contour"].contains(term)
      || environment["WT_SESSION"] != nil || environment["KONSOLE_VERSION"] != nil
      || environment["VTE_VERSION"].flatMap { Int($0) } ?? 0 >= 5000
    return isKnown ? "file://\(host){path}" : nil
  }

  /// This machine's name, as an address has it.
  static var host: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
