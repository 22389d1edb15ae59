// fault: some-do-not-end
// verdict: likely
// proof: run
// says: cancelling a route takes its handle out of the dictionary, and does not dispose it

import Signals

/// Couriers whose routes are finished or cancelled.
enum CourierRoutes: LeakProgram {
  static func run() {
    let positions = PublishSubject<Int>()
    var routes: [Int: Disposable] = [:]
    func begin(_ route: Int) {
      routes[route] = positions.map { $0 + route }.subscribe(next: { _ in })  // LEAK
    }
    func finish(_ route: Int) { routes.removeValue(forKey: route)?.dispose() }
    func cancel(_ route: Int) {
      if mended { routes[route]?.dispose() }
      routes[route] = nil  // LEAK
    }
    for route in 0..<15 {
      begin(route)
      positions.next(route)
      if route >= 3 { route % 4 == 0 ? cancel(route - 3) : finish(route - 3) }
      pause(milliseconds: 3)
    }
    for route in 12..<15 { finish(route) }
    for position in 0..<20 { positions.next(position) }
    pause(milliseconds: 30)
  }
}
