// fault: missing-share
// verdict: finding
// proof: run
// says: eight panels subscribe to the same cold signal, and the telescope is asked eight times

import Signals

/// Panels that all show what one telescope sees.
enum TelescopeQueue: LeakProgram {
  static func run() {
    let clock = QueueScheduler("telescope")
    let asked = Shared(0)
    let sky = Signal<Int>.create { subscriber in
      asked.update { $0 += 1 }
      return Signal<Int>.interval(.milliseconds(2), on: clock).subscribe(subscriber)
    }
    let view = mended ? sky.share() : sky.map { $0 }  // LEAK
    let panels = (0..<8).map { panel in
      view.subscribe(next: { _ in _ = panel })  // LEAK
    }
    pause(milliseconds: 50)
    for panel in panels { panel.dispose() }
    print(asked.value)
  }
}
