import SwiftSyntax

/// The meaning of names at a place of a file, as far as its text tells.
struct Scope {
  let file: SourceFile
  let place: Syntax

  init(_ place: some SyntaxProtocol, in file: SourceFile) {
    self.file = file
    self.place = Syntax(place)
  }

  /// The declaration of the type around the place, or of the extension.
  var type: TypeAround? {
    for node in place.ancestors {
      if let type = TypeAround(node) { return type }
    }
    return nil
  }

  /// Whether an expression may be written at another place, in the same file, with the same meaning: none of its names is
  /// declared between a place and the block that is around both.
  func means(_ expression: ExprSyntax, at other: Scope) -> Bool {
    let names = NameSearch.names(in: expression)
    if names.contains(where: { $0.hasPrefix("$") }) { return false }
    let mine = [place] + Array(place.ancestors)
    let others = [other.place] + Array(other.place.ancestors)
    let ids = Set(others.map(\.id))
    guard let common = mine.first(where: { ids.contains($0.id) && $0.isScope }) else { return false }
    // The members of two types have the same names by chance.
    guard type?.name == other.type?.name else { return false }
    for scopes in [mine, others] {
      guard let own = scopes.prefix(while: { $0.id != common.id }).last else { continue }
      if !names.isDisjoint(with: DeclarationSearch.names(in: own)) { return false }
    }
    return isDeclaredBefore(names, in: common, other) && !other.needsSelf(for: names, below: common)
  }

  /// Whether a closure around the place would have to say `self.` before one of these names.
  private func needsSelf(for names: Set<String>, below block: Syntax) -> Bool {
    let closures = place.ancestors.prefix { $0.id != block.id }.compactMap { $0.as(ClosureExprSyntax.self) }
    guard let closure = closures.first, let type else { return false }
    let captured = Set(closure.signature?.capture?.items.map(\.name.text) ?? [])
    if captured.contains("self") { return false }
    let properties = type.members.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      .flatMap { DeclarationSearch.names(in: Syntax($0.bindings)) }
    return !names.subtracting(captured).isDisjoint(with: properties)
  }

  /// Whether the block's own declarations of the names stand above the other place.
  private func isDeclaredBefore(_ names: Set<String>, in block: Syntax, _ other: Scope) -> Bool {
    guard let items = block.as(CodeBlockItemListSyntax.self), block.parent?.is(SourceFileSyntax.self) != true
    else {
      return true
    }
    for item in items where item.position.utf8Offset > other.place.start {
      guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
      if !Set(DeclarationSearch.names(in: Syntax(variable.bindings))).isDisjoint(with: names) { return false }
    }
    return true
  }
}

extension Syntax {
  /// Whether names may be declared in it, and are known in all of it.
  fileprivate var isScope: Bool {
    self.is(CodeBlockItemListSyntax.self) || self.is(MemberBlockItemListSyntax.self)
      || self.is(SourceFileSyntax.self)
  }
}

/// A type, or an extension of it, around a place.
struct TypeAround {
  enum Kind { case `class`, actor, `struct`, other }

  let kind: Kind
  let name: String
  let members: MemberBlockSyntax
  let isExtension: Bool

  init?(_ node: Syntax) {
    if let type = node.as(ClassDeclSyntax.self) {
      (kind, name, members, isExtension) = (.class, type.name.text, type.memberBlock, false)
    } else if let type = node.as(ActorDeclSyntax.self) {
      (kind, name, members, isExtension) = (.actor, type.name.text, type.memberBlock, false)
    } else if let type = node.as(StructDeclSyntax.self) {
      (kind, name, members, isExtension) = (.struct, type.name.text, type.memberBlock, false)
    } else if let type = node.as(EnumDeclSyntax.self) {
      (kind, name, members, isExtension) = (.other, type.name.text, type.memberBlock, false)
    } else if let type = node.as(ProtocolDeclSyntax.self) {
      (kind, name, members, isExtension) = (.other, type.name.text, type.memberBlock, false)
    } else if let type = node.as(ExtensionDeclSyntax.self) {
      (kind, name, members, isExtension) = (
        .other, type.extendedType.trimmedDescription, type.memberBlock, true
      )
    } else {
      return nil
    }
  }

  /// The declaration and the extensions of a type in its file, the declaration first.
  static func all(named name: String, in file: SourceFile) -> [TypeAround] {
    let search = TypeSearch(name)
    search.walk(file.tree)
    return search.found.filter { !$0.isExtension } + search.found.filter(\.isExtension)
  }
}

private final class TypeSearch: SyntaxAnyVisitor {
  private let name: String
  private(set) var found: [TypeAround] = []

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if let type = TypeAround(node), type.name == name { found.append(type) }
    return .visitChildren
  }
}

/// The names that an expression speaks of: those that are looked up, not those behind a period.
final class NameSearch: SyntaxVisitor {
  private var names: Set<String> = []

  static func names(in node: some SyntaxProtocol) -> Set<String> {
    let search = NameSearch(viewMode: .sourceAccurate)
    search.walk(node)
    return search.names
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.declName.id == node.id {
      return .skipChildren
    }
    names.insert(node.baseName.text)
    return .skipChildren
  }
}

/// The names that are declared in a part of a file, at any depth.
private final class DeclarationSearch: SyntaxVisitor {
  private var names: [String] = []

  static func names(in node: Syntax) -> [String] {
    let search = DeclarationSearch(viewMode: .sourceAccurate)
    search.walk(node)
    return search.names
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.identifier.text)
    return .skipChildren
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append(node.name.text)
    return .skipChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.secondName ?? node.firstName).text)
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    names.append((node.secondName ?? node.firstName).text)
    return .visitChildren
  }
}
