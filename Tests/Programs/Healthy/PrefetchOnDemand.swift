// healthy: a nested edge; begun inside flatMap's closure, alive after its outer has ended
// says: The first question for a city starts its watch, which the cache holds and shares with all who ask later.
// allows: nothing

import Signals
import Synchronization

private final class Weather: Sendable {
  private struct Entry: Sendable {
    let values: BehaviorSubject<Int>
    let watch: Disposable
  }
  private let station: Signal<(city: String, degrees: Int)>
  private let cache = Mutex<[String: Entry]>([:])

  init(_ station: Signal<(city: String, degrees: Int)>) { self.station = station }

  func degrees(in city: String) -> Signal<Int> {
    if let known = cache.withLock({ $0[city] }) { return known.values.take(1) }
    let values = BehaviorSubject(0)
    let watch = station.filter { $0.city == city }.subscribe(next: { values.next($0.degrees) })
    cache.withLock { $0[city] = Entry(values: values, watch: watch) }
    return values.take(1)
  }
}

enum PrefetchOnDemand: LeakProgram {
  static func run() {
    let station = PublishSubject<(city: String, degrees: Int)>()
    let weather = Weather(station)
    let cities = ["Oslo", "Rome", "Riga", "Bern", "Kyiv"]
    for hour in 0..<50 {
      let questions = PublishSubject<String>()
      let bag = CompositeDisposable()
      bag.add(questions.flatMap { weather.degrees(in: $0) }.subscribe(next: { _ in }))
      questions.next(cities[hour % cities.count])
      bag.dispose()
      for city in cities { station.next((city, hour)) }
      pause(milliseconds: 3)
    }
  }
}
