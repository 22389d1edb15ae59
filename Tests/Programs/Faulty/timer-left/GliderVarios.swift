// fault: timer-left
// verdict: likely
// proof: run
// says: the tone of a variometer is not put into the glider's bag, and beeps on when the glider has landed and is gone

import Dispatch
import Signals

private struct Climb: Sendable {
  let glider: Int
  let speed: Int
}

private final class Glider: Sendable {
  let beeps = Shared(0)
  private let climb = Shared(0)
  private let bag = DisposeBag()

  init(_ number: Int, _ air: Signal<Climb>, _ speaker: QueueScheduler) {
    air.filter { $0.glider == number % 4 }
      .subscribe(next: { [weak self] in self?.rise($0.speed) })
      .disposed(by: bag)
    let tone = Signal<Int>.interval(.milliseconds(4), on: speaker)
      .subscribe(next: { [weak self] _ in self?.beep() })  // LEAK
    if mended { tone.disposed(by: bag) }
  }

  private func rise(_ speed: Int) { climb.update { $0 = speed } }
  private func beep() { if climb.value > 0 { beeps.update { $0 += 1 } } }
}

/// The tower of the airfield, which follows the wind for as long as it is there.
private final class Tower: Sendable {
  let gusts = Shared(0)
  private let bag = DisposeBag()

  init(_ wind: Signal<Int>) {
    wind.combinePrevious(0) { $1 - $0 }
      .filter { $0 > 10 }
      .subscribe(next: { [gusts] _ in gusts.update { $0 += 1 } })
      .disposed(by: bag)
    wind.throttle(for: .milliseconds(5), on: QueueScheduler("windsock"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum GliderVarios: LeakProgram {
  static func run() {
    let air = PublishSubject<Climb>()
    let wind = PublishSubject<Int>()
    DispatchQueue.global().async {
      for step in 0... {
        air.next(Climb(glider: step % 4, speed: step * 7 % 9 - 4))
        wind.next(step * 13 % 40)
        pause(milliseconds: 1)
      }
    }
    let speaker = QueueScheduler("speaker")
    let tower = Shared<Tower?>(Tower(wind))
    var beeps = 0
    for number in 0..<8 {
      let glider = Glider(number, air, speaker)
      pause(milliseconds: 16)
      beeps += glider.beeps.value
    }
    pause(milliseconds: 140)
    print("beeps", beeps > 0, "gusts", tower.value?.gusts.value ?? 0)
    DispatchQueue.global().async {
      let last = tower.update { tower -> Tower? in
        defer { tower = nil }
        return tower
      }
      withExtendedLifetime(last) {}
    }
  }
}
