// fault: value-before-its-partner
// verdict: finding
// proof: run
// says: the switch is turned while the space is still measured; its only value is dropped, and the feature stays off
// source: ReactiveX/RxSwift #2594
// fix: each value of the switch waits for the first measurement, if there is none yet

import Signals

/// Measures the disk, which takes a while, and then again at each change.
private final class Disk: Sendable {
  let isRoomy: Signal<Bool>
  private let changes = PublishRelay<Int>()
  private let clock = QueueScheduler("disk")

  init() {
    let first = Signal<Int>.timer(after: .milliseconds(80), on: clock).map { _ in 40 }
    isRoomy = first.merge(changes).map { $0 > 10 }.share(replay: 1, scope: .forever)
  }

  func write(leaving gigabytes: Int) { changes.accept(gigabytes) }
}

private final class OfflineMaps: Sendable {
  let isOn = Shared<Bool?>(nil)
  private let bag = DisposeBag()

  func follow(_ enabled: Signal<Bool>, on disk: Disk) {
    let decisions: Signal<Bool>
    if mended {
      decisions = enabled.flatMapLatest { enabled in disk.isRoomy.take(1).map { enabled && $0 } }
    } else {
      decisions = enabled.withLatestFrom(disk.isRoomy) { $0 && $1 }  // LEAK
    }
    decisions
      .subscribe(next: { [isOn] value in isOn.update { $0 = value } })
      .disposed(by: bag)
  }
}

enum DiskSpaceFeature: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let enabled = PublishRelay<Bool>()
    let disk = Disk()
    let maps = OfflineMaps()
    let bar = Shared("")
    disk.isRoomy
      .subscribe(next: { roomy in bar.update { $0 = roomy ? "green" : "red" } })
      .disposed(by: bag)
    maps.follow(enabled, on: disk)
    pause(milliseconds: 20)
    enabled.accept(true)
    pause(milliseconds: 150)
    for left in [35, 30, 28] {
      disk.write(leaving: left)
      pause(milliseconds: 30)
    }
    print("bar", bar.value, "maps", maps.isOn.value.map { $0 ? "on" : "off" } ?? "undecided")
    withExtendedLifetime((disk, maps)) {}
  }
}
