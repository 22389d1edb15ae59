import SwiftSyntax

/// Disposes a local handle on every way out of its block, where one of several ways forgets it.
struct DisposeOnEveryWay: Edit {
  let answers: Set<String> = [
    "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "sendStop", "disposeSooner",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let file = chain.file
    guard index == chain.links.count - 1, case .named(let name, let item) = try Statement(chain),
      let block = item.parent?.as(CodeBlockItemListSyntax.self)
    else { throw Refusal("The handle at \(file.path):\(file.line(chain.expression.end)) has no name.") }
    let uses = HandleUses(name)
    for each in block where each.position > item.position { uses.walk(each) }
    guard uses.disposals > 0, uses.others == 0, uses.gifts == 0 else {
      throw Refusal("\(name) at \(file.path):\(file.line(item.start)) is not disposed in its own block.")
    }
    guard uses.exits > 0 else {
      throw Refusal(
        "No way out of the block of \(name) at \(file.path):\(file.line(item.start)) is seen that forgets it."
      )
    }
    return [
      Way(
        effect: "\(name) is disposed on every way out of its block, an early one and an error as well.",
        file: file,
        edits: [try file.adding("defer { \(name).dispose() }", below: item)], isLikely: true)
    ]
  }
}
