// healthy: a nested edge; a disposed subscriber is still being fed
// says: The first client starts the hub from within its create; the hub is everybody's and goes on when that client leaves.
// allows: nothing

import Signals
import Synchronization

private final class Hub: Sendable {
  private let socket: PublishSubject<Int>
  private let values = PublishSubject<Int>()
  private let isRunning = Atomic<Bool>(false)
  private let bag = DisposeBag()

  init(_ socket: PublishSubject<Int>) { self.socket = socket }

  private func startIfNeeded() {
    guard !isRunning.exchange(true, ordering: .relaxed) else { return }
    socket.map { $0 * 10 }.subscribe(next: { self.values.next($0) }).disposed(by: bag)
  }

  var signal: Signal<Int> {
    Signal<Int>.create { subscriber in
      self.startIfNeeded()
      return self.values.subscribe(next: { subscriber.next($0) })
    }
  }
}

enum LazyHub: LeakProgram {
  static func run() {
    let socket = PublishSubject<Int>()
    let hub = Hub(socket)
    for number in 0..<30 {
      let client = hub.signal.subscribe(next: { _ in })
      for value in 0..<4 { socket.next(number * 4 + value) }
      client.dispose()
      socket.next(-1)
      pause(milliseconds: 2)
    }
  }
}
