// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: a closed board still observes the lifts: its snow report is in the bag, the handle of the notification is dropped

import Foundation
import Signals
import SignalsFoundation

private let liftChanged = Notification.Name("liftChanged")

/// A board in the valley, which shows what is open up there.
private final class Board: Sendable {
  private let text = Shared("")
  private let bag = DisposeBag()

  init(_ center: NotificationCenter, _ snow: Signal<Int>) {
    snow.subscribe(next: { [text] depth in text.update { $0 = "\(depth) cm" } }).disposed(by: bag)
    let lifts = Signal<String>.fromNotifications(named: liftChanged, center: center) { note in
      note.userInfo?["lift"] as? String ?? ""
    }
    let observing = lifts.subscribe(next: { [text] lift in text.update { $0 = lift } })  // LEAK
    if mended { observing.disposed(by: bag) }
  }

  func close() { bag.dispose() }
}

enum SkiLifts: LeakProgram {
  static func run() {
    let center = NotificationCenter()
    let snow = PublishSubject<Int>()
    let archive = snow.subscribe(next: { _ in })
    for day in 0..<10 {
      let board = Board(center, snow)
      for lift in ["gondola", "chair", "t-bar"] {
        center.post(name: liftChanged, object: nil, userInfo: ["lift": lift])
      }
      snow.next(80 + day)
      pause(milliseconds: 4)
      board.close()
    }
    for hour in 0..<30 {
      center.post(name: liftChanged, object: nil, userInfo: ["lift": "hour \(hour)"])
      snow.next(hour)
      pause(milliseconds: 2)
    }
    archive.dispose()
  }
}
