import Glibc

/// The environment's variables that decide how output looks and where programs are found.
struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  init(_ variables: [String: String]) {
    lookUp = { variables[$0] }
  }

  private init(lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// This process's own.
  static let current = Environment { name in getenv(name).map { String(cString: $0) } }

  /// The variable's value; nil when it is unset or empty.
  subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return value
  }
}
