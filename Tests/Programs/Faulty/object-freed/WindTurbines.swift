// fault: object-freed
// verdict: likely
// proof: run
// says: a turbine is taken down and its object goes; its bag stays in the park's list, and what is in there goes on

import Signals

private final class Turbine: Sendable {
  let number: Int
  private let turned = Shared(0)
  init(_ number: Int) { self.number = number }

  func watch(_ wind: Signal<Double>, _ bag: DisposeBag) {
    wind.filter { $0 > 3 }
      .subscribe(next: { [turned] _ in turned.update { $0 += 1 } })  // LEAK
      .disposed(by: bag)
  }
}

/// A wind farm: what belongs to a turbine is in a bag of its own.
private final class Park {
  private let wind: Signal<Double>
  private var turbines: [Int: Turbine] = [:]
  private var bags: [Int: DisposeBag] = [:]

  init(_ wind: Signal<Double>) { self.wind = wind }

  func build(_ number: Int) {
    let turbine = Turbine(number)
    let bag = DisposeBag(of: turbine)
    turbine.watch(wind, bag)
    turbines[number] = turbine
    bags[number] = bag
  }

  func takeDown(_ number: Int) {
    turbines[number] = nil  // LEAK
    if mended { bags.removeValue(forKey: number)?.dispose() }
  }
}

enum WindTurbines: LeakProgram {
  static func run() {
    let wind = PublishSubject<Double>()
    let park = Park(wind)
    for number in 0..<10 { park.build(number) }
    for number in 0..<7 {
      for gust in 0..<5 { wind.next(Double(gust) * 2) }
      pause(milliseconds: 5)
      park.takeDown(number)
    }
    for gust in 0..<40 {
      wind.next(Double(gust % 9))
      pause(milliseconds: 2)
    }
    withExtendedLifetime(park) {}
  }
}
