// fault: listener-left-registered
// verdict: likely
// proof: run
// says: the signal registers listeners with the map and never removes them, so they are called after disposal
// source: googlemaps/android-maps-ktx #80
// fix: the listeners are removed when the subscription ends

import Signals

private enum CameraEvent: Sendable {
  case started, moved(Int), idle
}

/// A map that outlives the screens on it, and knows listeners only.
private final class CityMap: Sendable {
  private struct State: Sendable {
    var next = 0
    var listeners: [Int: @Sendable (CameraEvent) -> Void] = [:]
  }

  private let state = Shared(State())

  func addListener(_ listener: @escaping @Sendable (CameraEvent) -> Void) -> Int {
    state.update { state in
      state.next += 1
      state.listeners[state.next] = listener
      return state.next
    }
  }

  func removeListener(_ id: Int) { state.update { _ = $0.listeners.removeValue(forKey: id) } }

  var count: Int { state.value.listeners.count }

  func pan(_ steps: Int) {
    send(.started)
    for step in 0..<steps {
      send(.moved(step))
      pause(milliseconds: 2)
    }
    send(.idle)
  }

  private func send(_ event: CameraEvent) {
    for listener in state.value.listeners.values { listener(event) }
  }
}

extension CityMap {
  fileprivate var cameraEvents: Signal<CameraEvent> {
    Signal<CameraEvent>.create { [self] subscriber in  // LEAK
      let id = addListener { subscriber.next($0) }
      return mended ? Disposable { [self] in removeListener(id) } : nil
    }
  }
}

/// A screen that looks for shops where the camera comes to rest.
private final class ShopsScreen: Sendable {
  let searches = Shared(0)
  private let bag = DisposeBag()

  func appear(on map: CityMap) {
    map.cameraEvents
      .filter { if case .idle = $0 { true } else { false } }
      .subscribe(next: { [searches] _ in searches.update { $0 += 1 } })
      .disposed(by: bag)
    map.cameraEvents
      .compactMap { event -> Int? in if case .moved(let step) = event { step } else { nil } }
      .throttle(for: .milliseconds(5), on: QueueScheduler("scale"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func disappear() { bag.dispose() }
}

enum CameraEventListeners: LeakProgram {
  static func run() {
    let map = CityMap()
    for _ in 0..<3 {
      let screen = ShopsScreen()
      screen.appear(on: map)
      map.pan(6)
      map.pan(4)
      pause(milliseconds: 10)
      screen.disappear()
    }
    map.pan(8)
    print("listeners", map.count)
  }
}
