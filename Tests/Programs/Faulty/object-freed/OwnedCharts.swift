// fault: object-freed
// verdict: likely
// proof: run
// says: owned(by:) is taken for a bag: the chart goes out of memory, and its subscription to the samples goes on

import Signals

private final class Samples: Sendable {
  let heart = PublishSubject<Int>()
  let breath = PublishSubject<Int>()
}

private final class Chart: Sendable {
  private let points = Shared<[Int]>([])
  private let bag = DisposeBag()

  init(_ samples: Samples) {
    let points = points
    samples.breath.filter { $0 > 2 }
      .subscribe(next: { [weak points] in points?.add($0) })
      .owned(by: self).disposed(by: bag)
    let heart = samples.heart.map { $0 * 2 }
      .subscribe(next: { [weak points] in points?.add($0) })  // LEAK
      .owned(by: self)  // LEAK
    if mended { heart.disposed(by: bag) }
  }

  var isEmpty: Bool { points.value.isEmpty }
}

extension Shared where Value == [Int] {
  fileprivate func add(_ point: Int) { update { $0.append(point) } }
}

enum OwnedCharts: LeakProgram {
  static func run() {
    let samples = Samples()
    let monitor = samples.heart.filter { $0 > 8 }.subscribe(next: { _ in })
    var drawn = 0
    for patient in 0..<10 {
      let chart = Chart(samples)
      for beat in 0..<4 {
        samples.heart.next(beat + patient)
        samples.breath.next(beat)
        pause(milliseconds: 4)
      }
      drawn += chart.isEmpty ? 0 : 1
    }
    for beat in 0..<20 {
      samples.heart.next(beat)
      pause(milliseconds: 4)
    }
    print("drawn", drawn)
    monitor.dispose()
  }
}
