/// The ways from the root to each life, line by line: each way is kept once.
struct LifePlaces: Sendable {
  private var numbers: NarrowNumbers
  private var ways: [PathHash] = []

  init(_ forest: Forest) {
    numbers = NarrowNumbers(count: forest.lives.count)
    var known: [PathHash: UInt32] = [:]
    for index in forest.topDown {
      let life = forest.lives[index]
      let way = (life.downstream.map { self[$0 - 1] } ?? PathHash()).addingPlace(life)
      let number = known[way] ?? UInt32(clamping: ways.count)
      if number == ways.count {
        ways.append(way)
        known[way] = number
      }
      numbers[index] = number
    }
  }

  subscript(index: Int) -> PathHash { ways[Int(numbers[index])] }
}
