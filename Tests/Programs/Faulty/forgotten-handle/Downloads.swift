// fault: forgotten-handle
// verdict: likely
// proof: run
// says: cancelling takes the handle out of the dictionary and lets it go; finishing disposes it

import Signals

/// Downloads that either finish or are cancelled.
enum Downloads: LeakProgram {
  static func run() {
    let network = PublishSubject<Int>()
    var manager = Manager(network: network)
    for file in 0..<12 {
      manager.start(file)
      network.next(file)
      if file % 3 == 0 { manager.cancel(file) } else { manager.finish(file) }
    }
    for chunk in 0..<20 { network.next(chunk) }
    pause(milliseconds: 25)
    print("running \(manager.running.count)")
  }
}

private struct Manager {
  let network: Signal<Int>
  var running: [Int: Subscription] = [:]

  mutating func start(_ file: Int) {
    running[file] = network.map { $0 &+ file }.subscribe(next: { _ in })  // LEAK
  }

  mutating func finish(_ file: Int) {
    running[file]?.dispose()
    running[file] = nil
  }

  mutating func cancel(_ file: Int) {
    if mended { running[file]?.dispose() }
    running[file] = nil
  }
}
