// healthy: every port's table is asked for once a day and answers; ports are added as ships call there, and each stays for the run of the program, held by a dictionary
// allows: suspect

import Signals

/// Tide tables of the ports that ships have called at.
enum TideTables: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tide")
    let days = PublishSubject<Int>()
    var ports: [String: Disposable] = [:]
    for day in 0..<10 {
      let port = "port \(day % 4)"
      if ports[port] == nil {
        ports[port] = days.flatMapLatest { day in
          Signal<Int>.timer(after: .milliseconds(1), on: clock).map { $0 + day }
        }.subscribe(next: { _ in })
      }
      days.next(day)
      pause(milliseconds: 6)
    }
    for handle in ports.values { handle.dispose() }
  }
}
