import AsyncAlgorithms
public import Harness

extension Contestant {
  /// The channel of swift-async-algorithms.
  public static let asyncChannel: Contestant = {
    var contestant = Contestant("AsyncChannel")
    contestant.addValues(.values, ThisThread.run)
    contestant.addValues(.valuesSuspending, ThisThread.run)
    contestant.addValues(.valuesOfThreads, TwoTasks.run)
    return contestant
  }()

  typealias Run = (@escaping @Sendable () async -> Void, @escaping @Sendable () async -> Void) -> Void

  private mutating func addValues(
    _ row: Row,
    _ run:
      @escaping @Sendable (@escaping @Sendable () async -> Void, @escaping @Sendable () async -> Void) -> Void
  ) {
    self[row] = {
      { count in
        sumWhile {
          let channel = AsyncChannel<Int>()
          run({ for await value in channel { sum &+= value } }) {
            for value in 0..<count { await channel.send(value) }
            channel.finish()
          }
        }
      }
    }
  }
}

/// The sum of all values that arrived. One task at a time.
@exclusivity(unchecked) nonisolated(unsafe) var sum = 0

/// The sum of the values that arrived while `body` ran.
func sumWhile(_ body: () -> Void) -> Int {
  let before = sum
  body()
  return sum &- before
}
