// healthy: inner streams of a `flatMap` without a limit pile up, and some of them are alive at the end
// says: Each process that is attached to is followed until it detaches; those that still run are let go of as the debugger quits.
// allows: nothing

import Signals

private final class Process: Sendable {
  let pid: Int
  let stops = PublishSubject<String>()
  let exited = PublishSubject<Int>()

  init(_ pid: Int) { self.pid = pid }

  var events: Signal<String> {
    stops.map { [pid] in "\(pid): " + $0 }.take(until: exited).endWith("\(pid): gone")
  }
}

private final class Debugger: Sendable {
  let attached = PublishSubject<Process>()
  let console = Shared<[String]>([])
  let quit = PublishSubject<Void>()

  init() {
    // Ends when the debugger quits.
    _ =
      attached
      .flatMap { $0.events }
      .take(until: quit)
      .subscribe(next: { [console] line in console.update { $0.append(line) } })
  }
}

enum DebuggerSessions: LeakProgram {
  static func run() {
    let debugger = Debugger()
    let processes = (1...16).map { Process($0) }
    for (index, process) in processes.enumerated() {
      debugger.attached.next(process)
      process.stops.next("breakpoint")
      if index % 4 != 3, index > 2 {
        processes[index - 2].exited.next(0)
      }
      pause(milliseconds: 12)
    }
    for process in processes.suffix(5) {
      process.stops.next("watchpoint")
      pause(milliseconds: 6)
    }
    debugger.quit.next(())
    pause(milliseconds: 20)
    print("lines", debugger.console.value.count)
  }
}
