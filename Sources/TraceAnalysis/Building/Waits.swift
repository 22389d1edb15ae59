internal import TraceFormat

extension ForestBuilder {
  /// A life says that so much waits in one of its queues.
  mutating func waits(_ life: LifeIndex, input: UInt32, count: UInt64, at time: UInt64) {
    lives.changeRare(life) { rare in
      if let index = rare.waits.firstIndex(where: { $0.input == Int(input) }) {
        rare.waits[index].add(count, at: time)
      } else if rare.waits.count < Self.mostQueues {
        rare.waits.append(Life.Wait(input: Int(input), count: count, since: time))
      }
    }
  }

  private static var mostQueues: Int { 64 }
}
