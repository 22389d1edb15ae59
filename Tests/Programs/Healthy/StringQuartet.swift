// healthy: tasks that read for ever, begun together, and cancelled together
// says: Each of the four plays from the conductor's beat in a task of a group; the group is cancelled after each movement.
// allows: nothing

import Signals

private actor Musician {
  private let part: String
  private(set) var bars = 0

  init(_ part: String) { self.part = part }

  func play(_ beats: Signal<Int>) async {
    do {
      for try await beat in beats.values(buffering: .newest(4)) { bars = max(bars, beat) }
    } catch {}
  }
}

private func movement(_ quartet: [Musician], _ beats: PublishSubject<Int>, bars: Int) async {
  await withTaskGroup(of: Void.self) { group in
    for musician in quartet { group.addTask { await musician.play(beats) } }
    try? await Task.sleep(for: .milliseconds(6))
    for bar in 1...bars {
      beats.next(bar)
      try? await Task.sleep(for: .milliseconds(2))
    }
    group.cancelAll()
  }
}

enum StringQuartet: LeakProgram {
  static func run() {
    let beats = PublishSubject<Int>()
    let quartet = ["violin", "second violin", "viola", "cello"].map(Musician.init)
    let over = Flag()
    Task {
      for bars in [12, 8, 16, 10] { await movement(quartet, beats, bars: bars) }
      over.raise()
    }
    over.wait()
    print("still played from", beats.hasSubscribers)
  }
}
