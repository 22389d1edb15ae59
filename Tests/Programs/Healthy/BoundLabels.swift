// healthy: the handle was let go; the object is gone and its subscription waits for the next value
// says: A binding ends at the first change after its label went; the theme changes now and then, and that bounds them.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Label: Sendable {
  let color = Shared("")
}

private final class Theme: Sendable {
  let color = MutableProperty("white")

  func follow(_ label: Label) {
    _ = color.signal.distinctUntilChanged().bind(to: label) { label, color in
      label.color.update { $0 = color }
    }
  }
}

enum BoundLabels: LeakProgram {
  static func run() {
    let theme = Theme()
    let kept = Shared<[Label]>([])
    for frame in 0..<84 {
      let label = Label()
      theme.follow(label)
      kept.update { labels in
        labels.append(label)
        if labels.count > 6 { labels.removeFirst() }
      }
      if frame % 8 == 7 { theme.color.set(frame % 16 == 7 ? "black" : "white") }
      pause(milliseconds: 3)
    }
    print(Set(kept.value.map { $0.color.value }))
    exit(0)
  }
}
