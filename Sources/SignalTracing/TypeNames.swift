/// The names of types. The language's own answer takes a lock of the language's each time, which a forked
/// child waits for without end if another thread had it; here that lock is taken once a type.
package enum TypeNames {
  private static let word = LockWord()
  // Guarded by the word.
  nonisolated(unsafe) private static var names = makeNames()

  package static func name(of type: Any.Type) -> String {
    let key = ObjectIdentifier(type)
    if let known = withNames({ $0[key] }) { return known }
    let name = String(describing: type)
    withNames { $0[key] = name }
    return name
  }

  private static func withNames<Result>(_ body: (inout [ObjectIdentifier: String]) -> Result) -> Result {
    // Half changed by a thread that a forked child does not have: left alone.
    if word.takeOver() { names = makeNames() }
    defer { word.give() }
    return body(&names.pointee)
  }

  private static func makeNames() -> UnsafeMutablePointer<[ObjectIdentifier: String]> {
    let names = UnsafeMutablePointer<[ObjectIdentifier: String]>.allocate(capacity: 1)
    names.initialize(to: [:])
    return names
  }
}
