import SwiftSyntax

extension Problem {
  /// The call that returns the handle in question. The advice names it, or names a connection: then it is the `connect()` of
  /// that one. Where the advice names a holder of handles, the leak itself says which handle.
  func handle() throws(Refusal) -> (chain: Chain, index: Int) {
    guard let site = advice["site"] else { throw Refusal("The report does not say where.") }
    let isHolder = Self.holders.contains(site.baseName)
    let named = isHolder ? leak.site : site
    let found = try sources.file(named.file).chain(at: named)
    let link = found.chain.links[found.index]
    if Self.connections.contains(link.name) { return try Self.connect(found.chain) }
    if Self.replays.contains(link.name) {
      throw Refusal("\(link.name) at \(named.place) returns no handle: nothing can dispose its subscription.")
    }
    return found
  }

  private static let holders: Set<String> = [
    "DisposeBag", "CompositeDisposable", "SerialDisposable", "Lifetime",
  ]
  private static let connections: Set<String> = ["publish", "multicast"]
  private static let replays: Set<String> = ["replay", "replayLast", "replayLazily", "share", "autoconnect"]

  /// The only call of `connect()` on the connection that a chain makes.
  private static func connect(_ chain: Chain) throws(Refusal) -> (chain: Chain, index: Int) {
    let place = "\(chain.file.path):\(chain.file.line(chain.expression.end))"
    let name: String?
    let scope: Syntax?
    switch try Statement(chain) {
    case .named(let own, let item): (name, scope) = (own, item.parent)
    case .assigned(let target, _):
      (name, scope) = (target.plainName, Scope(target, in: chain.file).type.map { Syntax($0.members) })
    default: (name, scope) = (nil, nil)
    }
    guard let name, let scope else { throw Refusal("The connection at \(place) has no name.") }
    let search = ConnectSearch(name)
    search.walk(scope)
    guard search.calls.count == 1, let call = search.calls.first else {
      throw Refusal("\(name) at \(place) is connected at \(search.calls.count) places.")
    }
    let connecting = try Chain(around: call, in: chain.file)
    return (connecting, try connecting.index(of: call))
  }
}

private final class ConnectSearch: SyntaxVisitor {
  private let name: String
  private(set) var calls: [FunctionCallExprSyntax] = []

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "connect", access.base?.plainName == name
    {
      calls.append(node)
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  /// The name that it is, with or without `self.` before it or a mark behind it.
  var plainName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    if let mark = self.as(OptionalChainingExprSyntax.self) { return mark.expression.plainName }
    if let access = self.as(MemberAccessExprSyntax.self),
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "self"
    {
      return access.declName.baseName.text
    }
    return nil
  }
}
