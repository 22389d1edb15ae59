#if OpenCombine
  import SignalTracing
  import TraceFormat

  /// The name and the traits of an operator, as the type of its publisher says them.
  final class PublisherKind: Sendable {
    let name: String
    let traits: SiteTraits
    /// Without a line.
    let site: CallSite
    /// It stands for the publisher that it holds.
    let isWrapping: Bool
    /// An object that its subscribers join.
    let isHotObject: Bool
    /// After a failure it goes on with a publisher that the program hands to it.
    let replacesItsSource: Bool

    private static let known = Lock<[ObjectIdentifier: PublisherKind]>([:])

    /// Takes the names of types apart once a type.
    static func of(_ type: Any.Type) -> PublisherKind {
      let key = ObjectIdentifier(type)
      if let kind = known.withLock({ $0[key] }) { return kind }
      let new = PublisherKind(type)
      known.withLock { $0[key] = new }
      return new
    }

    private init(_ type: Any.Type) {
      let parts = TypeName(type)
      name = parts.short
      traits = parts.isOfOpenCombine ? OperatorTraits.of(name) : []
      site = CallSite(interning: name, file: "", line: 0, traits: traits)
      isWrapping = type is any WrappingPublisher.Type
      isHotObject = traits.contains(.hot) && type is AnyObject.Type
      replacesItsSource = parts.isOfOpenCombine && ["Catch", "TryCatch"].contains(name)
    }
  }

  /// The name of a type, without its module and its parameters.
  struct TypeName {
    let short: String
    let isOfOpenCombine: Bool

    /// - Parameter type: `OpenCombine.Publishers.Map<…>` is a `Map`. A type that is called `Publisher` has
    ///   the name of the type around it as well: `Optional.Publisher`.
    init(_ type: Any.Type) {
      let full = String(reflecting: type)
      isOfOpenCombine = full.hasPrefix("OpenCombine") || full.hasPrefix("(extension in OpenCombine")
      var parts = Self.bare(full).split(separator: ".").dropFirst().filter { !Self.namespaces.contains($0) }
      if parts.isEmpty { parts = ["Publisher"] }
      let last = parts.removeLast()
      short = last == "Publisher" && !parts.isEmpty ? "\(parts.removeLast()).\(last)" : String(last)
    }

    /// They hold OpenCombine's operators.
    private static let namespaces: Set<Substring> = ["Publishers", "OCombine"]

    /// The text without everything in brackets.
    private static func bare(_ text: String) -> String {
      var (kept, depth) = ("", 0)
      var before: Character = " "
      for character in text {
        switch character {
        case "<", "(": depth += 1
        case ">" where before == "-": break
        case ">", ")": depth -= 1
        case ":" where depth == 0: break
        default: if depth == 0 { kept.append(character) }
        }
        before = character
      }
      return kept
    }
  }
#endif
