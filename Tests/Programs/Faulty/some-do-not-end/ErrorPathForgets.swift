// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a transfer that fails its check is taken out of nothing: its subscription stays in the table

import Signals

/// Transfers of files, kept in a table until they are done.
enum ErrorPathForgets: LeakProgram {
  static func run() {
    let progress = PublishSubject<Int>()
    let desk = Desk(progress)
    for transfer in 0..<24 {
      desk.begin(transfer)
      progress.next(transfer)
      pause(milliseconds: 2)
      if transfer >= 2 { desk.finish(transfer - 2, isRight: (transfer - 2) % 5 != 3) }
    }
    desk.finish(22, isRight: true)
    desk.finish(23, isRight: true)
    for round in 0..<30 {
      progress.next(round)
      pause(milliseconds: 1)
    }
    withExtendedLifetime(desk) {}
  }
}

private final class Desk {
  private let progress: Signal<Int>
  private var open: [Int: Subscription] = [:]
  private var bad: Set<Int> = []

  init(_ progress: Signal<Int>) { self.progress = progress }

  func begin(_ transfer: Int) {
    open[transfer] = progress.filter { $0 == transfer }.subscribe(next: { _ in })  // LEAK
  }

  func finish(_ transfer: Int, isRight: Bool) {
    guard isRight || mended else {
      bad.insert(transfer)
      return
    }
    open.removeValue(forKey: transfer)?.dispose()
  }
}
