internal import TraceFormat

extension Facts {
  /// How all of a kind that live differ from all that have ended, if there are several of both.
  func difference(_ kind: Kind) -> Difference? {
    let lives = kind.members.map { forest.lives[$0] }
    let (left, ended) = (lives.filter(\.isAlive), lives.filter { !$0.isAlive })
    guard left.count > 1, ended.count > 1 else { return nil }
    if let thread = common(left, \.thread), ended.allSatisfy({ $0.thread != thread }) {
      return .thread(thread)
    }
    let site = common(left) { life in life.owner.flatMap { forest[owner: $0] }?.site }
    guard let site = site.flatMap(\.self),
      ended.allSatisfy({ life in life.owner.flatMap { forest[owner: $0] }?.site != site })
    else { return nil }
    return .owner(type: left[0].owner.flatMap { forest[owner: $0] }?.type, site: site)
  }

  /// The value that all of them have; nil where they differ.
  private func common<Value: Equatable>(_ lives: [Life], _ value: (Life) -> Value) -> Value? {
    let first = value(lives[0])
    return lives.allSatisfy { value($0) == first } ? first : nil
  }
}

/// How those of a kind that live differ from those that have ended.
enum Difference: Sendable, Hashable {
  /// The thread that began them.
  case thread(ThreadID)
  /// Where their owner was made.
  case owner(type: String?, site: Site)

  fileprivate var sentence: Sentence {
    switch self {
    case .thread(let thread):
      "All that live were begun on thread \(count: UInt64(thread.rawValue)), and none of the ended ones was"
    case .owner(let type, let site):
      "All that live are held by the \(quoted: type ?? "owner") of \(place: site), and none of the ended ones was"
    }
  }

  fileprivate var figures: [Figure] {
    switch self {
    case .thread(let thread): [.count("thread of all that live", thread.rawValue)]
    case .owner(let type, let site): Figure.make(type, site)
    }
  }
}

/// All of its kind that live differ in this from all that have ended.
struct LivingDiffer: Evidence {
  let difference: Difference

  var sentence: Sentence? { difference.sentence }

  var figures: [Figure] { difference.figures }
}
