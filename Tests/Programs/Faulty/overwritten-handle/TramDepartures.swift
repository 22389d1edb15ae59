// fault: overwritten-handle
// verdict: likely
// proof: run
// says: the board follows another stop, over the handle of the one before, which nobody can dispose any more

import Signals

private struct Passing: Sendable {
  let stop: Int
  let line: Int
}

/// A board that shows what leaves from one stop at a time.
private actor DepartureBoard {
  private let passings: Signal<Passing>
  private let shown = Shared<[Int]>([])
  private var following: Subscription?

  init(_ passings: Signal<Passing>) { self.passings = passings }

  func show(stop: Int) {
    if mended { following?.dispose() }
    following = passings.filter { $0.stop == stop }
      .subscribe(next: { [shown] tram in shown.update { $0.append(tram.line) } })  // LEAK
  }

  func switchOff() {
    following?.dispose()
    following = nil
  }

  var count: Int { shown.value.count }
}

enum TramDepartures: LeakProgram {
  static func run() {
    let passings = PublishSubject<Passing>()
    let board = DepartureBoard(passings)
    let done = Flag()
    Task {
      for stop in 0..<10 {
        await board.show(stop: stop)
        for line in 0..<4 {
          passings.next(Passing(stop: (stop + line) % 10, line: line + 1))
          try? await Task.sleep(for: .milliseconds(2))
        }
      }
      await board.switchOff()
      for passing in 0..<40 {
        passings.next(Passing(stop: passing % 10, line: 9))
        try? await Task.sleep(for: .milliseconds(2))
      }
      print("shown", await board.count > 0)
      done.raise()
    }
    done.wait()
  }
}
