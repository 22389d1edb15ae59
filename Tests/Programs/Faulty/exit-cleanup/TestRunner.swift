// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: the subscriptions of every test that is done wait for the end of all tests to be disposed

import Signals

/// Runs tests one after the other, each with a console that follows the output.
enum TestRunner: LeakProgram {
  static func run() {
    let output = PublishSubject<String>()
    let runner = CompositeDisposable()  // LEAK
    for test in 0..<45 {
      let console = output.filter { $0.hasPrefix("\(test):") }.subscribe(next: { _ in })  // LEAK
      runner.add(console)
      for line in 0..<3 { output.next("\(test): line \(line)") }
      if mended { console.dispose() }
      pause(milliseconds: 2)
    }
    output.completed()
    runner.dispose()
  }
}
