import SwiftSyntax

/// Lets a flattening operator follow the newest inner signal alone.
struct EndInner: Edit {
  let answers: Set<String> = ["endInner"]

  private static let newest = [
    "flatMap": "flatMapLatest", "flatMapAsync": "flatMapLatestAsync", "merge": "switchToLatest",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let link = chain.links[index]
    guard let call = link.call, let token = call.calledName, let name = Self.newest[link.name] else {
      throw Refusal("\(link.name) has no form that follows the newest inner signal alone.")
    }
    guard link.name != "merge" || call.arguments.isEmpty, !link.labels.contains("maxConcurrent") else {
      throw Refusal(
        "\(link.name) at \(chain.file.path):\(chain.file.line(token.start)) is meant for several at a time.")
    }
    // Groups and windows are there to live side by side.
    let above = chain.links[..<index].last { !$0.name.isEmpty }?.name ?? ""
    if above == "groupBy" || above == "window" {
      throw Refusal(
        "The inner signals come from \(above) and live side by side: each needs an end of its own.")
    }
    return [
      Way(
        effect:
          "\(name): each new value ends the inner signal before it, whose later values are not sent any more.",
        file: chain.file, edits: [TextEdit(token.start..<token.end, name)])
    ]
  }
}
