import TraceRendering

extension Page {
  /// The width of output that is not for a terminal: wide enough that no number is cut.
  static let widthWhenPiped = 100

  /// How output looks: decided once, from the options, the environment and what the output goes to.
  init(
    color: ColorChoice = .auto, charset: CharsetChoice = .auto, width: Int? = nil,
    environment: Environment, device: OutputDevice
  ) {
    self.init(
      charset: Self.usesUnicode(charset, environment) ? .unicode : .ascii,
      width: width ?? device.columns ?? Self.widthWhenPiped,
      isColoured: Self.usesColor(color, environment, device))
  }

  /// `--color`, then `NO_COLOR`, then `CLICOLOR_FORCE` and `FORCE_COLOR`, then the terminal and its `TERM`.
  private static func usesColor(
    _ choice: ColorChoice, _ environment: Environment, _ device: OutputDevice
  ) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if environment["NO_COLOR"] != nil { return false }
    for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] {
      if let value = environment[name], value != "0" { return true }
    }
    return device.isTerminal && environment["TERM"] != nil && environment["TERM"] != "dumb"
  }

  /// `--charset`, then the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set, as the C library reads them.
  private static func usesUnicode(_ choice: CharsetChoice, _ environment: Environment) -> Bool {
    switch choice {
    case .utf8: return true
    case .ascii: return false
    case .auto: break
    }
    let locale = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"] ?? "C"
    let name = locale.lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}
