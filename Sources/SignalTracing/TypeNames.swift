/// The names of types. The language runtime takes a lock for each name; if another thread had it at a fork,
/// the child waits for ever. Here that lock is taken once for each type.
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
    // A thread that a forked child does not have may have changed the names half. The old names stay unused.
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
