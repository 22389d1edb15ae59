// healthy: a timer for each keystroke
// says: A draft is saved when nobody has typed for a moment.
// allows: nothing

import Signals

enum DraftsSaved: LeakProgram {
  static func run() {
    let clock = QueueScheduler("drafts")
    let typed = PublishSubject<String>()
    let saved = Shared(0)
    let saving = typed.debounce(for: .milliseconds(5), on: clock).subscribe(next: { _ in
      saved.update { $0 += 1 }
    })
    for word in 0..<12 {
      for letter in 0..<5 { typed.next("\(word) \(letter)") }
      pause(milliseconds: 12)
    }
    saving.dispose()
    pause(milliseconds: 20)
    print("saved", saved.value > 0)
  }
}
