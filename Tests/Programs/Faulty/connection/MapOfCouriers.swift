// fault: connection
// verdict: suspect
// proof: run
// says: each opening of the map connects a replay of its own to the positions, which outlives the map and its bag

import Signals

private struct Coordinate: Sendable {
  var latitude: Double
  var longitude: Double
}

/// Where the couriers are, for a map that has pins, a camera and a legend.
private final class MapViewModel: Sendable {
  private let bag = DisposeBag()

  init(_ gps: Signal<Coordinate>, projected: Shared<Int>) {
    let points = gps.map { position in
      projected.update { $0 += 1 }
      return (position.latitude * 100, position.longitude * 100)
    }
    let latest = mended ? points.share(replay: 1) : points.replay(1)  // LEAK
    latest.subscribe(next: { _ in }).disposed(by: bag)
    latest.map { $0.0 }.subscribe(next: { _ in }).disposed(by: bag)
    latest.map { $0.1 }.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum MapOfCouriers: LeakProgram {
  static func run() {
    let gps = PublishSubject<Coordinate>()
    let projected = Shared(0)
    var map: MapViewModel?
    for opening in 0..<8 {
      map = MapViewModel(gps, projected: projected)
      for step in 0..<3 { gps.next(Coordinate(latitude: Double(opening), longitude: Double(step))) }
      pause(milliseconds: 8)
    }
    withExtendedLifetime(map) {}
    map = nil
    let before = projected.value
    for step in 0..<10 { gps.next(Coordinate(latitude: 0, longitude: Double(step))) }
    print("projected", projected.value - before, "points for no map")
  }
}
