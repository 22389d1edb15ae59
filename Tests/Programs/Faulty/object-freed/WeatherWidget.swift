// fault: object-freed
// verdict: suspect
// proof: run
// says: the widget holds its handle in a plain property, which disposes nothing when the widget goes

import Signals

/// A page that shows one widget after the other; each is let go of when the next comes.
enum WeatherWidget: LeakProgram {
  static func run() {
    let weather = PublishSubject<Int>()
    var widget: Widget?
    for city in 0..<15 {
      widget = Widget(city: city, weather)
      weather.next(city)
    }
    print("shows \(widget?.shown ?? 0)")
    widget?.hide()
    widget = nil
    for degree in 0..<12 { weather.next(degree) }
    pause(milliseconds: 40)
  }
}

private final class Widget {
  private let degrees = Shared(0)
  private var subscription: Disposable?
  var shown: Int { degrees.value }

  init(city: Int, _ weather: Signal<Int>) {
    let handle = weather.filter { $0 >= city }
      .subscribe(next: { [weak degrees] degree in degrees?.update { $0 = degree } })  // LEAK
    subscription = mended ? ScopedDisposable(handle) : handle
  }

  func hide() { subscription?.dispose() }
}
