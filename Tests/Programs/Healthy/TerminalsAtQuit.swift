// healthy: many bags of one line emptied, and four with all that they hold alive at the end
// says: Who closes a terminal ends what it reads; four are still open when the user quits the whole program.
// allows: nothing

import Glibc
import Signals

/// A terminal tab: its shell's lines, and a cursor that blinks.
private final class Terminal: Sendable {
  let lines = PublishSubject<String>()
  private let bag = DisposeBag()
  private let screen = Shared<[String]>([])

  init(_ theme: Signal<String>, _ clock: QueueScheduler) {
    let screen = screen
    lines.subscribe(next: { line in screen.update { $0.append(line) } }).disposed(by: bag)
    theme.subscribe(next: { theme in screen.update { $0.append("theme \(theme)") } }).disposed(by: bag)
    Signal<Int>.interval(.milliseconds(11), on: clock).subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum TerminalsAtQuit: LeakProgram {
  static func run() {
    let theme = BehaviorRelay("light")
    let clock = QueueScheduler("cursor")
    var tabs: [Int: Terminal] = [:]
    for number in 0..<18 {
      tabs[number] = Terminal(theme, clock)
      if number % 5 == 0 { theme.accept(number % 2 == 0 ? "dark" : "light") }
      for line in 0..<4 {
        for tab in tabs.values { tab.lines.next("$ make \(line)") }
        pause(milliseconds: 4)
      }
      // The tabs 3, 9 and 15 hold builds that go on, and the newest has just been opened.
      for old in tabs.keys where old < number && old % 6 != 3 { tabs.removeValue(forKey: old)?.close() }
    }
    for line in 0..<20 {
      for tab in tabs.values { tab.lines.next("compiled \(line)") }
      pause(milliseconds: 8)
    }
    print("open", tabs.count)
    withExtendedLifetime(tabs) { exit(0) }
  }
}
