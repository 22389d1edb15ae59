// fault: retain-cycle
// verdict: suspect
// proof: run
// says: a method that is handed over as a closure keeps its bar, whose bag holds what keeps the closure

import Signals
import Synchronization

/// One transfer, which tells how far it is.
private final class Transfer: Sendable {
  let percent = MutableProperty(0)
  let finished = PublishSubject<Void>()

  func run(in steps: Int) {
    for step in 1...steps {
      percent.set(step * 100 / steps)
      pause(milliseconds: 5)
    }
    finished.next(())
    finished.completed()
  }
}

/// A line of the terminal that shows a transfer, and turns while it lasts.
private final class ProgressLine: Sendable {
  private let percent = Atomic<Int>(0)
  private let spinner = Atomic<Int>(0)
  private let bag: DisposeBag

  init(_ transfer: Transfer, frames: Signal<Int>) {
    bag = DisposeBag()
    transfer.percent.signal
      .distinctUntilChanged()
      .take(until: transfer.finished)
      .subscribe(next: { [weak self] percent in self?.percent.store(percent, ordering: .relaxed) })
      .disposed(by: bag)
    if mended {
      frames.subscribe(next: { [weak self] frame in self?.draw(frame) }).disposed(by: bag)
    } else {
      frames.subscribe(next: draw).disposed(by: bag)  // LEAK
    }
  }

  @Sendable private func draw(_ frame: Int) { spinner.store(frame % 4, ordering: .relaxed) }
}

private final class Terminal: Sendable {
  private let lines = Shared<[Int: ProgressLine]>([:])
  private let bag = DisposeBag()
  private let frames: Signal<Int>

  init() {
    frames = Signal<Int>.interval(.milliseconds(8), on: QueueScheduler("frames")).share()
  }

  var lineCount: Int { lines.value.count }

  func show(_ transfer: Transfer, at row: Int) {
    let line = ProgressLine(transfer, frames: frames)
    lines.update { $0[row] = line }
    transfer.finished
      .subscribe(next: { [weak self] in self?.lines.update { $0[row] = nil } })
      .disposed(by: bag)
  }
}

enum DownloadBars: LeakProgram {
  static func run() {
    let terminal = Terminal()
    for row in 0..<11 {
      let transfer = Transfer()
      terminal.show(transfer, at: row)
      onAnotherThread { transfer.run(in: 4 + row % 3) }
    }
    pause(milliseconds: 110)
    print("lines left", terminal.lineCount)
  }
}
