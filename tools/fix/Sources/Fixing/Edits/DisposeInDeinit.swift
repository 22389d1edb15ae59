import SwiftSyntax

/// Disposes the handle of a property when its owner goes.
struct DisposeInDeinit: Edit {
  let answers: Set<String> = [
    "disposeWithOwner", "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "disposeOwnerSooner",
    "disposeConnection",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, _) = try problem.handle()
    let file = chain.file
    let place = "\(file.path):\(file.line(chain.expression.end))"
    guard let around = Scope(chain.expression, in: file).type,
      let type = TypeAround.all(named: around.name, in: file).first, !type.isExtension, type.kind == .class,
      let name = Self.property(chain)
    else { throw Refusal("The handle at \(place) is put into no property of a class.") }
    guard !chain.links.contains(where: { $0.closures.contains(where: WeakSelf.holdsSelf) }) else {
      throw Refusal("A closure at \(place) holds the owner of \(name): the owner does not go.")
    }
    guard let mark = type.mark(ofHandle: name) else {
      throw Refusal("\(name) at \(place) is no property of \(type.name) with a handle.")
    }
    let statement = "\(name)\(mark).dispose()"
    return [
      Way(
        effect: "\(name) is disposed when its \(type.name) goes, at the latest.", file: file,
        edits: [try Self.edit(statement, in: type, file)])
    ]
  }

  /// `name` of `name = chain` and of `name.add(chain)`.
  private static func property(_ chain: Chain) -> String? {
    if let argument = chain.expression.parent?.as(LabeledExprSyntax.self), argument.label == nil,
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self), call.calledName?.text == "add"
    {
      return call.calledExpression.as(MemberAccessExprSyntax.self)?.base?.plainName
    }
    if case .assigned(let target, _)? = try? Statement(chain) { return target.plainName }
    return nil
  }

  private static func edit(_ statement: String, in type: TypeAround, _ file: SourceFile) throws(Refusal)
    -> TextEdit
  {
    let members = type.members.members
    if let present = members.compactMap({ $0.decl.as(DeinitializerDeclSyntax.self) }).first {
      guard let body = present.body, !body.trimmedDescription.contains(statement) else {
        throw Refusal("\(type.name) says \(statement) in its deinit already.")
      }
      return file.opening(body, with: statement)
    }
    let (first, end) = (members.first, type.members.rightBrace.start)
    guard let first, file.isFirstOnLine(first.start), file.isFirstOnLine(end) else {
      throw Refusal("\(type.name) in \(file.path) is on one line: a deinit has no place there.")
    }
    let text = file.indentation(first.start) + "deinit { \(statement) }"
    return .insert(file.newline + text + file.newline, at: file.lineStart(end))
  }
}

extension TypeAround {
  /// The mark behind the name of a property whose handle is disposed: a question mark if it may be empty, else nothing. Nil
  /// if the property holds no handle.
  fileprivate func mark(ofHandle name: String) -> String? {
    for member in members.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
      for binding in variable.bindings
      where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
        let type =
          binding.typeAnnotation?.type.trimmedDescription
          ?? binding.initializer?.value.as(FunctionCallExprSyntax.self)?.calledName?.text ?? ""
        if binding.accessorBlock != nil { return nil }
        let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
        let handles = [
          "Disposable", "any Disposable", "(any Disposable)", "Subscription", "CompositeDisposable",
        ]
        return handles.contains(plain) ? (type.hasSuffix("?") ? "?" : "") : nil
      }
    }
    return nil
  }
}
