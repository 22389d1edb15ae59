import Glibc

/// The environment of the program to record: this process's, byte for byte, with some variables added.
struct TargetEnvironment {
  private let additions: [(name: String, value: String)]

  init(adding additions: [(name: String, value: String)]) {
    self.additions = additions
  }

  /// Calls `body` with the variables as `exec` wants them.
  func withVariables<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result) rethrows -> Result {
    let added = additions.map { CommandLineWords.copy(Array("\($0.name)=\($0.value)".utf8)) }
    defer { for variable in added { variable.deallocate() } }
    return try body(inherited + added + [nil])
  }

  private var inherited: [UnsafeMutablePointer<CChar>] {
    var variables = [UnsafeMutablePointer<CChar>]()
    var next = environ
    while let variable = next.pointee {
      let isReplaced = additions.contains { strncmp(variable, $0.name + "=", $0.name.utf8.count + 1) == 0 }
      if !isReplaced { variables.append(variable) }
      next += 1
    }
    return variables
  }
}
