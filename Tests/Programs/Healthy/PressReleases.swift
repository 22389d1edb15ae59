// healthy: a handle is let go of while its subscription lives, time and again
// says: A release is read out in four parts, which end by themselves; the variable with the handle goes before that.
// allows: nothing

import Signals

private final class NewsDesk: Sendable {
  private let teleprinter = QueueScheduler("teleprinter")
  private let paper = Shared<[String]>([])

  /// Prints a release, part by part, and does not wait for it.
  func release(_ title: String, printed: Flag) {
    let parts = Signal<Int>.interval(.milliseconds(5), on: teleprinter).take(4)
    let printing = parts.map { "\(title), part \($0 + 1)" }
      .subscribe(
        next: { [paper] line in paper.update { $0.append(line) } },
        completed: { printed.raise() })
    if printing.isDisposed { print("nothing to print of", title) }
  }

  var lines: Int { paper.value.count }
}

enum PressReleases: LeakProgram {
  static func run() {
    let desk = NewsDesk()
    let printed = Flag()
    for hour in 0..<14 {
      desk.release("release of \(hour) o'clock", printed: printed)
      pause(milliseconds: 9)
    }
    for _ in 0..<14 { printed.wait() }
    print("lines", desk.lines)
  }
}
