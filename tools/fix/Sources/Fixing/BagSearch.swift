import SwiftSyntax

/// A holder of handles, seen from a statement.
struct Bag {
  /// A `DisposeBag`, a holder that is filled with `add(_:)`, an array, or a place for one handle at a time.
  enum Kind { case bag, composite, list, place }

  let kind: Kind
  /// How the statement names it.
  let name: String
  let effect: String
  /// The edit that makes it, if it is new.
  var edits: [TextEdit] = []

  /// Whether it is there for handles like this one: a bag by its name, or a place that nothing is put into.
  var isUsual: Bool { kind == .place || name.lowercased().hasSuffix("bag") }
}

/// Looks for holders of a handle: outwards from a statement, and then in the type around it.
struct BagSearch {
  private let file: SourceFile
  private let statement: CodeBlockItemSyntax
  /// Whether a type may get a new one.
  private let invents: Bool

  init(_ statement: CodeBlockItemSyntax, in file: SourceFile, invents: Bool = true) {
    self.statement = statement
    self.file = file
    self.invents = invents
  }

  /// The bags that are there, nearest first; a new one of the type if there is none.
  func bags() throws(Refusal) -> [Bag] {
    var found: [Bag] = []
    var closures: [ClosureExprSyntax] = []
    var isStatic = false
    // A holder outside of a loop would hold the handles of all rounds.
    var isInLoop = false
    for node in statement.ancestors {
      isInLoop = isInLoop || Self.isLoop(node)
      if let closure = node.as(ClosureExprSyntax.self), !Self.isCalledAtOnce(closure) {
        closures.append(closure)
      }
      if let items = node.as(CodeBlockItemListSyntax.self) {
        let isGlobal = items.parent?.is(SourceFileSyntax.self) == true
        let isOfAllRounds = isInLoop && !items.ancestors.contains(where: Self.isLoop)
        for item in items where isGlobal || item.endPosition <= statement.position {
          guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
          for each in Self.holders(variable)
          where !isTaken(each) && (!isOfAllRounds || each.kind == .place)
            && (isGlobal ? isDisposedByHand(each.name) : closures.isEmpty || isDisposedByHand(each.name))
          {
            let whose = isGlobal ? "which is disposed by hand" : "with the other handles in it"
            found.append(Bag(kind: each.kind, name: each.name, effect: "\(each.name) disposes it, \(whose)."))
          }
        }
      }
      if let function = node.as(FunctionDeclSyntax.self) {
        isStatic = isStatic || Self.isStatic(function.modifiers)
        for parameter in function.signature.parameterClause.parameters {
          let name = (parameter.secondName ?? parameter.firstName).text
          if let kind = Self.kind(ofType: parameter.type.trimmedDescription), kind != .place, kind != .list,
            !isInLoop, closures.isEmpty || isDisposedByHand(name)
          {
            found.append(
              Bag(kind: kind, name: name, effect: "\(name) disposes it, with the other handles in it."))
          }
        }
      }
      if let variable = node.as(VariableDeclSyntax.self) {
        isStatic = isStatic || Self.isStatic(variable.modifiers)
      }
      if let type = TypeAround(node) {
        found += members(of: type, isStatic: isStatic, through: closures)
        if found.isEmpty, invents {
          if let bag = try newBag(in: type, isStatic: isStatic, through: closures) { found.append(bag) }
        }
        // A type within a function sees nothing of the function, but the top of the file.
        closures = []
        isStatic = true
      }
    }
    if found.isEmpty {
      let line = file.line(statement.start)
      throw Refusal(
        "Nothing at \(file.path):\(line) lives as long as the handle should: there is no bag, and no object for one."
      )
    }
    return Array(found.prefix(3))
  }

  /// Whether a call empties a bag. A bag that a closure of its own child holds never goes out of memory by itself.
  private func isDisposedByHand(_ name: String) -> Bool { file.text.contains("\(name).dispose()") }

  /// Whether all handles in an array are disposed.
  private func isEmptied(_ name: String) -> Bool {
    file.text.contains("\(name).forEach { $0.dispose() }")
      || file.text.contains(" in \(name) {") && file.text.contains(".dispose() }")
  }

  /// Whether a place has a handle of its own already.
  private func isTaken(_ holder: (name: String, kind: Bag.Kind)) -> Bool {
    if holder.kind == .list { return !isEmptied(holder.name) }
    return holder.kind == .place
      && [".inner =", ".replace(", ".swap("].contains { file.text.contains(holder.name + $0) }
  }

  // MARK: Members

  private func members(of type: TypeAround, isStatic: Bool, through closures: [ClosureExprSyntax]) -> [Bag] {
    var found: [Bag] = []
    for part in TypeAround.all(named: type.name, in: file) {
      for member in part.members.members {
        guard let variable = member.decl.as(VariableDeclSyntax.self) else { continue }
        let isShared = Self.isStatic(variable.modifiers)
        if isStatic, !isShared { continue }
        for each in Self.holders(variable) where !isTaken(each) {
          // A bag of the whole program disposes nothing; a closure that is called for each value would fill one for ever.
          if isShared, !isDisposedByHand(each.name) { continue }
          if each.kind != .place, closures.contains(where: Self.isCalledForValues) { continue }
          guard let name = isShared ? "Self.\(each.name)" : name(ofMember: each.name, in: closures) else {
            continue
          }
          let whose = isShared ? "which is disposed by hand" : "at the latest when its owner goes"
          found.append(
            Bag(
              kind: each.kind, name: name,
              effect: each.kind == .place
                ? "\(each.name) of \(type.name) disposes it when another one takes its place."
                : "\(each.name) of \(type.name) disposes it, \(whose)."))
        }
      }
    }
    // The usual name first; others hold for a special time, as a rule.
    return found.filter { $0.isUsual } + found.filter { !$0.isUsual }
  }

  /// How closures around the statement name a member of `self`. Nil where they would begin to hold it for that.
  private func name(ofMember member: String, in closures: [ClosureExprSyntax]) -> String? {
    guard let closure = closures.first else { return member }
    let captures = closure.signature?.capture?.items.map { $0 } ?? []
    for capture in captures where capture.name.text == "self" {
      guard capture.specifier != nil else { return member }
      // `guard let self` makes it whole again.
      return closure.trimmedDescription.contains("guard let self") ? member : nil
    }
    return NameSearch.names(in: closure.statements).contains("self") ? "self.\(member)" : nil
  }

  private func newBag(in type: TypeAround, isStatic: Bool, through closures: [ClosureExprSyntax])
    throws(Refusal) -> Bag?
  {
    // A method may run again and again: a bag of the object would hold the handles of all its runs.
    if isStatic || !isWithinInitializer { return nil }
    guard let declared = TypeAround.all(named: type.name, in: file).first, !declared.isExtension else {
      throw Refusal("\(type.name) is declared in another file: it needs a bag there.")
    }
    guard declared.kind == .class || declared.kind == .actor else { return nil }
    let taken = NameSearch.names(in: file.tree).union(Self.declaredNames(in: file))
    guard let plain = ["bag", "disposeBag", "subscriptions"].first(where: { !taken.contains($0) }),
      let name = name(ofMember: plain, in: closures)
    else { return nil }
    return Bag(
      kind: .bag, name: name, effect: "A bag of \(type.name) disposes it, at the latest when its owner goes.",
      edits: [try property("private let \(plain) = DisposeBag()", in: declared.members)])
  }

  private var isWithinInitializer: Bool {
    statement.ancestors.first { $0.is(FunctionDeclSyntax.self) || $0.is(InitializerDeclSyntax.self) }?
      .is(InitializerDeclSyntax.self) == true
  }

  private static func declaredNames(in file: SourceFile) -> Set<String> {
    Set(
      file.tree.tokens(viewMode: .sourceAccurate).lazy.map(\.text).filter {
        ["bag", "disposeBag", "subscriptions"].contains($0)
      })
  }

  /// Puts a stored property behind those with which the members begin.
  private func property(_ text: String, in members: MemberBlockSyntax) throws(Refusal) -> TextEdit {
    let stored = members.members.prefix { member in
      guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
      return variable.bindings.allSatisfy { $0.accessorBlock == nil }
    }
    guard let first = members.members.first, file.isFirstOnLine(first.start) else {
      throw Refusal(
        "The type at \(file.path):\(file.line(members.start)) is on one line: a bag has no place there.")
    }
    let indentation = file.indentation(first.start)
    if let last = Array(stored).last, file.isLastOnLine(last.end) {
      return .insert(file.newline + indentation + text, at: file.lineEnd(last.end))
    }
    let end = file.lineEnd(members.leftBrace.end)
    return .insert(file.newline + indentation + text + file.newline, at: end)
  }
}
