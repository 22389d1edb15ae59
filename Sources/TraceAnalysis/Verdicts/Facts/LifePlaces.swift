internal import TraceFormat

/// The ways from the root to each life, line by line: each way is kept once.
struct LifePlaces: Sendable {
  private var numbers: NarrowNumbers
  private var ways: [PathHash] = []

  /// One step further on a way: from which way, and to which.
  private struct Step {
    let below: UInt32
    let site: Int
    let role: UInt32
    let number: UInt32
  }

  init(_ forest: Forest) {
    numbers = NarrowNumbers(count: forest.lives.count)
    let rows = forest.table.rows
    var known: [PathHash: UInt32] = [:]
    // Most take one of a few steps, over and over.
    var recent = [Step?](repeating: nil, count: 1024)
    for index in forest.topDown {
      let below = rows.downstream(of: index).map { numbers[$0.position] } ?? NarrowNumbers.none
      let (site, role) = (rows.site(of: index), rows.role(of: index).rawValue)
      let slot = (Int(below) &* 0x9e5 &+ site &* 31 &+ Int(role)) & 1023
      if let step = recent[slot], step.below == below, step.site == site, step.role == role {
        numbers[index.position] = step.number
        continue
      }
      let way = (below == NarrowNumbers.none ? PathHash() : ways[Int(below)]).addingPlace(forest.lives[index])
      let number = known[way] ?? UInt32(clamping: ways.count)
      if number == ways.count {
        ways.append(way)
        known[way] = number
      }
      recent[slot] = Step(below: below, site: site, role: role, number: number)
      numbers[index.position] = number
    }
  }

  subscript(index: LifeIndex) -> PathHash { ways[Int(numbers[index.position])] }

  /// Equal for those that have the same way, and else different.
  func number(of index: LifeIndex) -> UInt32 { numbers[index.position] }
}
