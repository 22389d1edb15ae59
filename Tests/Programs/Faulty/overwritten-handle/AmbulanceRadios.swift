// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a radio that was switched off and on opens its channel again, over the handle of the one that is still open

import Signals
import Synchronization

private struct Report: Sendable {
  let ambulance: Int
  let minutes: Int
}

/// The desk that listens to all ambulances on duty.
private final class RadioDesk: Sendable {
  let heard = Atomic<Int>(0)
  private let channels = Mutex<[Int: Subscription]>([:])
  private let reports: Signal<Report>

  init(_ reports: Signal<Report>) { self.reports = reports }

  func open(_ ambulance: Int) {
    let channel = reports.filter { $0.ambulance == ambulance }
      .map(\.minutes)
      .subscribe(next: { [weak self] _ in self?.heard.add(1, ordering: .relaxed) })  // LEAK
    if mended {
      let before = channels.withLock { $0.updateValue(channel, forKey: ambulance) }
      before?.dispose()
    } else {
      channels.withLock { $0[ambulance] = channel }  // LEAK
    }
  }

  func close(_ ambulance: Int) {
    let channel = channels.withLock { $0.removeValue(forKey: ambulance) }
    channel?.dispose()
  }

  func shutDown() {
    let open = channels.withLock { $0 }
    for (_, channel) in open.sorted(by: { $0.key < $1.key }) { channel.dispose() }
  }
}

enum AmbulanceRadios: LeakProgram {
  static func run() {
    let reports = PublishSubject<Report>()
    let roads = Signal<Int>.interval(.milliseconds(1), on: QueueScheduler("roads"))
      .subscribe(next: { tick in
        for ambulance in 0..<12 where (tick + ambulance) % 2 == 0 {
          reports.next(Report(ambulance: ambulance, minutes: 3 + tick % 12))
        }
      })
    let desk = RadioDesk(reports)
    for ambulance in 0..<12 {
      desk.open(ambulance)
      pause(milliseconds: 5)
      if ambulance % 3 == 1 { desk.open(ambulance) }
      pause(milliseconds: 5)
      if ambulance >= 3 { desk.close(ambulance - 3) }
    }
    pause(milliseconds: 130)
    print("heard", desk.heard.load(ordering: .relaxed) > 0)
    desk.shutDown()
    withExtendedLifetime(roads) {}
  }
}
