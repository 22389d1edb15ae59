import Dispatch
import Harness
import OpenCombine
import OpenCombineDispatch

extension Contestant {
  mutating func addOperators() {
    self[.scan] = {
      { count in
        sumWhile {
          let subject = Subject()
          let kept = subject.scan(0) { $0 &+ $1 }.sink { sum &+= $0 }
          withExtendedLifetime(kept) { for value in 0..<count { subject.send(value) } }
        }
      }
    }
    addEach(.collect10) { AnyPublisher($0.collect(10).map { $0[9] }) }
    addEach(.throttle, after: 0) { subject in
      let queue = DispatchQueue(label: "OpenCombine").ocombine
      return AnyPublisher(subject.throttle(for: .seconds(3600), scheduler: queue, latest: true))
    }
    addEach(.debounce, after: 0) { subject in
      let queue = DispatchQueue(label: "OpenCombine").ocombine
      return AnyPublisher(subject.debounce(for: .seconds(3600), scheduler: queue))
    }
    self[.retry] = {
      { count in
        sumWhile {
          let failing = Deferred {
            sum &+= 1
            return Fail<Int, Failure>(error: Failure())
          }
          let kept = failing.retry(count - 1).sink(receiveCompletion: { _ in }, receiveValue: { sum &+= $0 })
          withExtendedLifetime(kept) {}
        }
      }
    }
  }

  private mutating func addEach(
    _ row: Row, after first: Int? = nil, _ build: @escaping @Sendable (Subject) -> AnyPublisher<Int, Never>
  ) {
    self[row] = {
      let subject = Subject()
      let kept = build(subject).sink { sum &+= $0 }
      if let first { subject.send(first) }
      return { count in
        withExtendedLifetime(kept) { sumWhile { for value in 0..<count { subject.send(value) } } }
      }
    }
  }
}

private struct Failure: Error {}
