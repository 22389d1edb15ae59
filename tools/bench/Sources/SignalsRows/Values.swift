import Harness
import Signals

extension Contestant {
  mutating func addValues() {
    self[.values] = { { count in sumWhile { take(count, ThisThread.run) } } }
    self[.valuesOfThreads] = { { count in sumWhile { take(count, TwoTasks.run) } } }
    self[.valuesSuspending] = {
      { count in
        sumWhile {
          let subject = PublishSubject<Int>()
          let values = Handed(subject.values(buffering: .suspending(0)).makeAsyncIterator())
          ThisThread.run({ await values.take() }) {
            for value in 0..<count { await subject.send(value) }
            subject.completed()
          }
        }
      }
    }
  }
}

private typealias Body = @Sendable () async -> Void

private func take(_ count: Int, _ run: (@escaping Body, @escaping Body) -> Void) {
  let subject = PublishSubject<Int>()
  let values = Handed(subject.values().makeAsyncIterator())
  run({ await values.take() }) {
    for value in 0..<count { subject.next(value) }
    subject.completed()
  }
}

/// An iterator that was made before anything is sent, for the one task that takes.
private struct Handed: @unchecked Sendable {
  let iterator: AsyncValues<Int>.Iterator

  init(_ iterator: AsyncValues<Int>.Iterator) { self.iterator = iterator }

  func take() async {
    var iterator = iterator
    do { while let value = try await iterator.next() { sum &+= value } } catch {}
  }
}
