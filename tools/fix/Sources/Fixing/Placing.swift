import SwiftSyntax

/// A statement that puts a handle into a place behind a lock: `place.update { $0 = handle }`, `place.withLock { $0[key] = handle }`.
struct Placing {
  /// `place`
  let holder: ExprSyntax
  /// `place.update`
  let call: ExprSyntax
  /// `$0`, or `$0[key]`.
  let target: ExprSyntax

  var isEntry: Bool { target.is(SubscriptCallExprSyntax.self) }

  init?(_ item: CodeBlockItemSyntax, of handle: String) {
    guard let call = item.item.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      let access = call.calledExpression.as(MemberAccessExprSyntax.self), let holder = access.base,
      ["update", "withLock", "modify"].contains(access.declName.baseName.text),
      let closure = call.trailingClosure, closure.signature == nil, closure.statements.count == 1,
      let (target, value) = closure.statements.first?.assignment, value.trimmedDescription == handle
    else { return nil }
    let base = target.as(SubscriptCallExprSyntax.self)?.calledExpression ?? target
    guard base.trimmedDescription == "$0" else { return nil }
    self.holder = holder
    self.call = call.calledExpression
    self.target = target
  }
}
