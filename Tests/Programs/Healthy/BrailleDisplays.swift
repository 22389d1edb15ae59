// healthy: tasks that read for ever, and run as the process exits
// says: Each of the four displays on the desk has a task for as long as the reader runs; messages are read by tasks of their own, which end.
// allows: nothing

import Glibc
import Signals

private actor Display {
  private var cells = 0
  func show(_ text: String) { cells += text.count }
}

private final class ScreenReader: Sendable {
  let focus = PublishSubject<String>()
  private let displays = Shared<[Task<Void, Never>]>([])

  func plugIn(_ display: Display) {
    let isReading = Flag()
    let focus = focus.onSubscribe { isReading.raise() }
    let task = Task {
      do {
        for try await text in focus.values() { await display.show(text) }
      } catch {}
    }
    displays.update { $0.append(task) }
    isReading.wait()
  }

  /// Shows what has the focus next.
  func showNext(on display: Display) {
    let isRead = Shared(false)
    let next = focus.take(1)
    Task {
      do {
        for try await text in next.values() { await display.show(text) }
      } catch {}
      isRead.update { $0 = true }
    }
    while !isRead.value {
      focus.next("button")
      pause(milliseconds: 2)
    }
  }
}

enum BrailleDisplays: LeakProgram {
  static func run() {
    let reader = ScreenReader()
    let displays = (0..<4).map { _ in Display() }
    for display in displays { reader.plugIn(display) }
    for number in 0..<30 {
      reader.showNext(on: displays[number % 4])
      pause(milliseconds: 3)
    }
    withExtendedLifetime(reader) { exit(0) }
  }
}
