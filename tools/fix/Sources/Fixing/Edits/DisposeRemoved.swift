import SwiftSyntax

/// Disposes a handle that is taken out of a composite or a place.
struct DisposeRemoved: Edit {
  let answers: Set<String> = ["disposeWhatIsRemoved"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let (file, link) = (chain.file, chain.links[index])
    let place = "\(file.path):\(file.line(link.range.lowerBound))"
    guard index == chain.links.count - 1, let call = link.call, call.arguments.count == 1,
      let argument = call.arguments.first?.expression
    else { throw Refusal("The handle that \(link.name) at \(place) takes out is not understood.") }
    let statement = try Statement(chain)
    switch (link.name, statement) {
    case ("remove", .alone(let item)) where argument.is(DeclReferenceExprSyntax.self):
      let name = argument.trimmedDescription
      return [
        Way(
          effect: "\(name) is disposed when it is taken out.", file: file,
          edits: [try file.adding("\(name).dispose()", below: item)])
      ]
    case ("swap", .thrownAway(_, let prefix)):
      guard let name = call.calledName else { break }
      return [
        Way(
          effect: "The old handle of the place is disposed when another one takes the place.", file: file,
          edits: [
            .remove(prefix), TextEdit(name.start..<name.end, "replace"),
            .insert("with: ", at: argument.start),
          ])
      ]
    case ("swap", .named(let name, let item)):
      return [
        Way(
          effect: "The old handle of the place is disposed when another one has taken the place.", file: file,
          edits: [try file.adding("\(name)?.dispose()", below: item)])
      ]
    default: break
    }
    throw Refusal("The handle that \(link.name) at \(place) takes out has no name there.")
  }
}
