// fault: timer-left
// verdict: suspect
// proof: run
// says: a spinner that is stopped draws no more, but its timer goes on for the rest of the command

import Signals

/// What turns on the terminal while a step lasts.
private final class Spinner: Sendable {
  private let isStopped: Shared<Bool>
  private let ticking: Disposable

  init(_ terminal: Terminal) {
    let isStopped = Shared(false)
    self.isStopped = isStopped
    ticking = Signal<Int>.interval(.milliseconds(80), on: terminal.clock)
      .subscribe(next: { frame in  // LEAK
        terminal.wakeUps.update { $0 += 1 }
        guard !isStopped.value else { return }
        terminal.draw("|/-\\", frame)
      })
  }

  func stop() {
    isStopped.update { $0 = true }
    if mended { ticking.dispose() }
  }
}

private struct Terminal: Sendable {
  let clock: VirtualTimeScheduler
  let wakeUps = Shared(0)
  let line = Shared("")

  func draw(_ frames: String, _ number: Int) {
    let frames = Array(frames)
    line.update { $0 = String(frames[number % frames.count]) }
  }
}

/// A command that fetches, unpacks and builds, a package at a time.
enum ProgressSpinners: LeakProgram {
  static func run() {
    let terminal = Terminal(clock: VirtualTimeScheduler())
    for _ in ["fetch", "unpack", "patch", "configure", "build", "test", "strip", "sign", "pack", "upload"] {
      let spinner = Spinner(terminal)
      for _ in 0..<5 {
        terminal.clock.advance(by: .milliseconds(80))
        pause(milliseconds: 3)
      }
      spinner.stop()
    }
    terminal.wakeUps.update { $0 = 0 }
    terminal.clock.advance(by: .milliseconds(800))
    print("wake-ups of stopped spinners", terminal.wakeUps.value)
  }
}
