import SwiftSyntax

/// Gives a handle to the bag of those with whom it should go, where it went to one that lives on.
struct NearerBag: Edit {
  let answers: Set<String> = [
    "disposeOwnerSooner", "disposeSooner", "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.handle()
    let file = chain.file
    let place = "\(file.path):\(file.line(chain.expression.end))"
    guard let gift = try Self.gift(chain, index) else {
      throw Refusal("The handle at \(place) is given to no bag.")
    }
    let given = gift.bag.trimmedDescription
    let search = BagSearch(gift.item, in: file, invents: false)
    let nearer = try search.bags().first { bag in
      bag.kind != .place && bag.name != given && Self.isNearer(bag, than: gift.bag, gift.item)
    }
    guard let nearer else { throw Refusal("No bag nearer to \(place) than \(given) is seen.") }
    let edits: [TextEdit]
    if let name = gift.name {
      edits = [TextEdit(gift.item.start..<gift.item.end, KeepHandle.giving(name, to: nearer))]
    } else if nearer.kind == .bag {
      edits = [TextEdit(gift.bag.start..<gift.bag.end, nearer.name)]
    } else {
      throw Refusal("\(nearer.name) at \(place) is no DisposeBag.")
    }
    return [
      Way(
        effect: "\(nearer.name) disposes it, and not \(given), which lives longer.", file: file, edits: edits,
        isLikely: true)
    ]
  }

  /// The bag that a chain, or a statement below it, gives its handle to. The name is that of the handle.
  private static func gift(_ chain: Chain, _ index: Int) throws(Refusal) -> (
    bag: ExprSyntax, item: CodeBlockItemSyntax, name: String?
  )? {
    if let last = chain.links.last, last.name == "disposed", index == chain.links.count - 2,
      let bag = last.call?.arguments.first?.expression,
      let item = chain.expression.parent?.as(CodeBlockItemSyntax.self)
    {
      return (bag, item, nil)
    }
    guard index == chain.links.count - 1, case .named(let name, let item) = try Statement(chain),
      let block = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    for each in block where each.position > item.position {
      guard let call = each.item.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
        let argument = call.arguments.first?.expression,
        let access = call.calledExpression.as(MemberAccessExprSyntax.self), let base = access.base
      else { continue }
      if access.declName.baseName.text == "disposed", base.trimmedDescription == name {
        return (argument, each, name)
      }
      if access.declName.baseName.text == "add", argument.trimmedDescription == name {
        return (base, each, name)
      }
    }
    return nil
  }

  /// Whether a bag goes sooner. The bag of a loop's round goes sooner than a bag for all rounds. The own bag of an object goes
  /// sooner than a bag that the object is given as it is made, or that everybody shares.
  private static func isNearer(_ bag: Bag, than given: ExprSyntax, _ item: CodeBlockItemSyntax) -> Bool {
    if let base = given.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription, base != "self" {
      return base.hasSuffix(".shared") || item.enclosing(InitializerDeclSyntax.self) != nil
    }
    guard let loop = item.enclosing(ForStmtSyntax.self) else { return false }
    let own = loop.body.statements.compactMap { $0.item.as(VariableDeclSyntax.self) }
      .flatMap { BagSearch.holders($0).map(\.name) }
    return own.contains(bag.name) && !own.contains(given.plainName ?? "")
  }
}
