import SwiftSyntax

/// How declarations, loops and closures around a statement are written.
extension BagSearch {
  static func isLoop(_ node: Syntax) -> Bool {
    if node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self) {
      return true
    }
    guard let closure = node.as(ClosureExprSyntax.self) else { return false }
    return closure.enclosing(FunctionCallExprSyntax.self)?.calledName?.text == "forEach"
  }

  /// Whether it is a closure of an operator, or of a subscription.
  static func isCalledForValues(_ closure: ClosureExprSyntax) -> Bool {
    let name = closure.enclosing(FunctionCallExprSyntax.self)?.calledName?.text ?? ""
    return [
      "subscribe", "do", "map", "flatMap", "flatMapLatest", "flatMapFirst", "concatMap", "scan", "filter",
    ]
    .contains(name)
  }

  /// Closures that are not kept: they see their surroundings as a block does.
  static func isCalledAtOnce(_ closure: ClosureExprSyntax) -> Bool {
    let name = closure.enclosing(FunctionCallExprSyntax.self)?.calledName?.text ?? ""
    return ["forEach", "withLock", "sync", "withCheckedContinuation", "withCheckedThrowingContinuation"]
      .contains(name)
  }

  static func isStatic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { $0.name.text == "static" || $0.name.text == "class" }
  }

  static func holders(_ variable: VariableDeclSyntax) -> [(name: String, kind: Bag.Kind)] {
    variable.bindings.compactMap { binding -> (name: String, kind: Bag.Kind)? in
      // `let (lifetime, token) = Lifetime.make()`
      if binding.initializer?.value.trimmedDescription == "Lifetime.make()",
        let first = binding.pattern.as(TuplePatternSyntax.self)?.elements.first?.pattern,
        let name = first.as(IdentifierPatternSyntax.self)?.identifier.text
      {
        return (name, .composite)
      }
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        binding.accessorBlock == nil
      else {
        return nil
      }
      let type = binding.typeAnnotation?.type.trimmedDescription
      let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledName?.text
      return kind(ofType: type ?? made ?? "").map { (name, $0) }
    }.filter { $0.kind != .list || variable.bindingSpecifier.text == "var" }
  }

  static func kind(ofType type: String) -> Bag.Kind? {
    switch type {
    case "DisposeBag": .bag
    case "CompositeDisposable", "Lifetime": .composite
    case "SerialDisposable": .place
    case "[Disposable]", "[any Disposable]", "[Subscription]": .list
    default: nil
    }
  }
}
