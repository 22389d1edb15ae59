// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: flatMap keeps the forecast of every city that was picked, so the label shows whichever changes last

import Signals

private struct Forecast: Sendable {
  var city: String
  var degrees: Int
}

private protocol ForecastService: Sendable {
  func forecasts(for city: String) -> Signal<Forecast>
}

private struct LiveForecasts: ForecastService {
  let feed = PublishSubject<Forecast>()
  func forecasts(for city: String) -> Signal<Forecast> { feed.filter { $0.city == city } }
}

/// The main screen of a weather app: one city at a time.
private final class WeatherViewModel {
  let picked = BehaviorRelay("Lisbon")
  private let bag = DisposeBag()

  init(_ service: some ForecastService, show: @escaping @Sendable (Forecast) -> Void) {
    let cities = picked.distinctUntilChanged()
    let shown =
      mended
      ? cities.flatMapLatest { service.forecasts(for: $0) }
      : cities.flatMap { service.forecasts(for: $0) }  // LEAK
    shown.subscribe(next: show).disposed(by: bag)
  }
}

enum CityPicker: LeakProgram {
  static func run() {
    let service = LiveForecasts()
    let wrong = Shared(0)
    let current = Shared("Lisbon")
    let screen = WeatherViewModel(service) { forecast in
      if forecast.city != current.value { wrong.update { $0 += 1 } }
    }
    let cities = ["Lisbon", "Oslo", "Riga", "Graz", "Bern", "Turku", "Split", "Cork"]
    for city in cities {
      current.update { $0 = city }
      screen.picked.accept(city)
      for each in cities { service.feed.next(Forecast(city: each, degrees: each.count)) }
      pause(milliseconds: 8)
    }
    print("wrong city", wrong.value, "times")
    withExtendedLifetime(screen) {}
  }
}
