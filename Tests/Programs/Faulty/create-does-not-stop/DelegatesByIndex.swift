// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: a delegate is taken out by the place that it had when it came; once another has left, that is the place of somebody else

import Signals

private typealias Delegate = @Sendable (Int) -> Void

/// A receiver of the radio, which tells its delegates what it hears.
private final class RadioReceiver: Sendable {
  private struct Entry: Sendable {
    let number: Int
    let tell: Delegate
  }
  private let delegates = Shared<[Entry]>([])
  private let came = Shared(0)

  private func add(_ tell: @escaping Delegate) -> (place: Int, number: Int) {
    let number = came.update { count in
      count += 1
      return count
    }
    let place = delegates.update { entries in
      entries.append(Entry(number: number, tell: tell))
      return entries.count - 1
    }
    return (place, number)
  }

  private func remove(place: Int, number: Int) {
    delegates.update { entries in
      if mended {
        entries.removeAll { $0.number == number }
      } else if entries.indices.contains(place) {
        entries.remove(at: place)
      }
    }
  }

  func hear(_ sample: Int) { for entry in delegates.value { entry.tell(sample) } }

  func samples() -> Signal<Int> {
    .create { subscriber in  // LEAK
      let (place, number) = self.add { subscriber.next($0) }
      return Disposable { self.remove(place: place, number: number) }
    }
  }
}

enum DelegatesByIndex: LeakProgram {
  static func run() {
    let receiver = RadioReceiver()
    let stations = PublishSubject<Int>()
    let dial = stations.subscribe(next: { _ in })
    let listeners = (0..<4).map { number in
      receiver.samples().map { $0 + number }.subscribe(next: { _ in })
    }
    for listener in listeners {
      for sample in 0..<5 { receiver.hear(sample) }
      stations.next(1)
      pause(milliseconds: 4)
      listener.dispose()
    }
    for sample in 0..<60 {
      receiver.hear(sample)
      if sample % 4 == 0 { pause(milliseconds: 1) }
    }
    dial.dispose()
  }
}
