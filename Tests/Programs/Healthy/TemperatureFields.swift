// healthy: two fields that set each other, within next
// says: Celsius sets Fahrenheit and the other way round; equal values are not sent again, so it settles at once.
// allows: nothing

import Signals

private let celsius = MutableProperty(0)
private let doubled = MutableProperty(0)
private let bag = DisposeBag()

enum TemperatureFields: LeakProgram {
  static func run() {
    celsius.signal.distinctUntilChanged().subscribe(next: { doubled.set($0 * 2) }).disposed(by: bag)
    doubled.signal.distinctUntilChanged().subscribe(next: { celsius.set($0 / 2) }).disposed(by: bag)
    for degrees in 0..<60 {
      celsius.set(degrees)
      if degrees % 2 == 0 { doubled.set(degrees * 3 / 2 * 2) }
      pause(milliseconds: 1)
    }
  }
}
