// fault: missing-share
// verdict: finding
// proof: run
// says: four widgets subscribe to the same cold request, and the server is asked four times

import Signals

/// A weather request shown by four widgets.
enum WeatherOfCities: LeakProgram {
  static func run() {
    let answers = PublishSubject<Int>()
    let request = Signal<Int>.create { subscriber in  // LEAK
      answers.subscribe(next: { subscriber.next($0) })
    }
    let weather = mended ? request.share() : request
    let widgets = (0..<4).map { number in weather.map { $0 + number }.subscribe(next: { _ in }) }  // LEAK
    for degree in 0..<10 { answers.next(degree) }
    pause(milliseconds: 20)
    for widget in widgets { widget.dispose() }
  }
}
