import SwiftSyntax

/// Makes a bag anew where a method fills it again: what it held from the call before is disposed.
struct RenewBag: Edit {
  let answers: Set<String> = [
    "disposeOwnerSooner", "disposeSooner", "keepHandle", "giveItAnEnd", "endAll", "sendStop",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.handle()
    let file = chain.file
    let place = "\(file.path):\(file.line(chain.expression.end))"
    guard index == chain.links.count - 2, let last = chain.links.last, last.name == "disposed",
      let name = last.call?.arguments.first?.expression.plainName,
      let type = Scope(chain.expression, in: file).type, let function = Self.method(around: chain.expression),
      let body = function.body
    else { throw Refusal("The handle at \(place) goes to no bag of its type.") }
    guard type.hasVariable(name, of: "DisposeBag") else {
      throw Refusal("\(name) at \(place) is no variable with a bag of \(type.name): it cannot be made anew.")
    }
    // Others who fill it, or make it anew, have a time of their own for it.
    for part in TypeAround.all(named: type.name, in: file) {
      for token in part.members.tokens(viewMode: .sourceAccurate) where token.text == name {
        let isDeclared = token.parent?.is(IdentifierPatternSyntax.self) == true
        guard isDeclared || function.start <= token.start && token.end <= function.end else {
          throw Refusal("\(name) at \(place) is used elsewhere in \(type.name): when it is full is not seen.")
        }
      }
    }
    guard !body.trimmedDescription.contains("\(name) = ") else {
      throw Refusal("\(name) at \(place) is made anew there.")
    }
    return [
      Way(
        effect:
          "\(name) is made anew whenever \(function.name.text) is called: what it held before is disposed.",
        file: file, edits: [file.opening(body, with: "\(name) = DisposeBag()")], isLikely: true)
    ]
  }

  /// The method around it that is no closure's. Static methods have no bag.
  private static func method(around expression: ExprSyntax) -> FunctionDeclSyntax? {
    for node in expression.ancestors {
      if node.is(ClosureExprSyntax.self) || TypeAround(node) != nil { return nil }
      if let function = node.as(FunctionDeclSyntax.self) {
        let isStatic = function.modifiers.contains { ["static", "class"].contains($0.name.text) }
        return isStatic ? nil : function
      }
    }
    return nil
  }
}

extension TypeAround {
  /// Whether it is a class with such a variable, which begins as a new one.
  fileprivate func hasVariable(_ name: String, of type: String) -> Bool {
    guard kind == .class || kind == .actor else { return false }
    return members.members.contains { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.declares(name),
        variable.bindingSpecifier.text == "var", variable.bindings.count == 1
      else { return false }
      return variable.bindings.first?.initializer?.value.trimmedDescription == "\(type)()"
    }
  }
}
