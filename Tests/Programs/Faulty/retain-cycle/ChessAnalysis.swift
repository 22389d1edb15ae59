// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure keeps the panel whose bag keeps the subscription: no panel that is closed ever goes

import Signals
import Synchronization

private struct Evaluation: Sendable {
  let depth: Int
  let centipawns: Int
}

/// The engine computes for whoever listens.
private final class Engine: Sendable {
  let evaluations: Signal<Evaluation>

  init() {
    evaluations = Signal<Int>.interval(.milliseconds(7), on: QueueScheduler("engine"))
      .map { Evaluation(depth: 10 + $0 / 3, centipawns: $0 * 13 % 200 - 100) }
      .share(replay: 1)
  }
}

private let freedPanels = Atomic<Int>(0)

/// What stands beside a board as long as its window is open.
private final class AnalysisPanel: Sendable {
  private let headline = Shared("")
  private let redraws = Atomic<Int>(0)
  private let engine: Engine
  private let bag = DisposeBag()

  init(_ engine: Engine) { self.engine = engine }

  deinit { freedPanels.add(1, ordering: .relaxed) }

  func start() {
    let drawing: @Sendable (Evaluation) -> Void
    if mended {
      drawing = { [weak self] evaluation in self?.draw(evaluation) }
    } else {
      drawing = { evaluation in self.draw(evaluation) }  // LEAK
    }
    engine.evaluations
      .filter { $0.depth > 9 }
      .subscribe(next: drawing)  // LEAK
      .disposed(by: bag)
  }

  private func draw(_ evaluation: Evaluation) {
    headline.update { $0 = "\(evaluation.centipawns) at \(evaluation.depth)" }
    redraws.add(1, ordering: .relaxed)
  }
}

/// The windows of the program, by the number of their game.
private final class Windows {
  private var panels: [Int: AnalysisPanel] = [:]
  private let engine: Engine

  init(_ engine: Engine) { self.engine = engine }

  func open(game: Int) {
    let panel = AnalysisPanel(engine)
    panel.start()
    panels[game] = panel
  }

  func close(game: Int) { panels[game] = nil }

  var count: Int { panels.count }
}

enum ChessAnalysis: LeakProgram {
  static func run() {
    let windows = Windows(Engine())
    for game in 0..<16 {
      windows.open(game: game)
      pause(milliseconds: 14)
      if game > 0 { windows.close(game: game - 1) }
    }
    windows.close(game: 15)
    pause(milliseconds: 90)
    print("windows", windows.count, "freed", freedPanels.load(ordering: .relaxed))
  }
}
