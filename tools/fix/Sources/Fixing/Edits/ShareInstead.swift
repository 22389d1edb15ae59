import SwiftSyntax

/// Shares a signal as long as somebody listens, in place of a replay that goes on without subscribers.
struct ShareInstead: Edit {
  let answers: Set<String> = ["disposeConnection"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let link = chain.links[index]
    let place = "\(chain.file.path):\(chain.file.line(link.range.lowerBound))"
    guard let call = link.call, let name = call.calledName, let end = call.rightParen?.end, index > 0,
      call.trailingClosure == nil
    else { throw Refusal("\(link.name) at \(place) is no replay that connects by itself.") }
    let count: String
    switch (link.name, call.arguments.count) {
    case ("replay", 1) where link.labels == [""]:
      count = call.arguments.first?.expression.trimmedDescription ?? ""
    case ("replayLast", 0): count = "1"
    case ("replay", 0), ("replayLazily", 0): count = ".max"
    default: throw Refusal("\(link.name) at \(place) is no replay that connects by itself.")
    }
    return [
      Way(
        effect:
          "share(replay:): the first subscriber begins the subscription, and the last one ends it; then the next begins anew.",
        file: chain.file, edits: [TextEdit(name.start..<end, "share(replay: \(count))")], isLikely: true)
    ]
  }
}
