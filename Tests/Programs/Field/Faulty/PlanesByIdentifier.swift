// fault: closure-holds-its-owner
// verdict: suspect
// proof: run
// says: the outer closure holds the tracker, because only the inner one is without ownership; no tracker is ever freed
// source: ReactiveCocoa/ReactiveSwift #675
// fix: the capture list is moved to the outer closure

import Signals

private struct Plane: Sendable {
  let width: Double
}

/// Knows which plane of the scene the user looks at.
private final class PlaneTracker: @unchecked Sendable {
  let current = MutableProperty<Int?>(nil)
  private(set) var plane: Property<Plane?> = Property(nil)
  private var planes: [Int: Plane] = [:]

  init() {
    if mended {
      plane = current.map { [unowned self] number in number.flatMap { self.planes[$0] } }
    } else {
      plane = current.map { number in number.flatMap { [unowned self] in self.planes[$0] } }  // LEAK
    }
  }

  func found(_ number: Int, width: Double) { planes[number] = Plane(width: width) }
}

private final class SceneScreen {
  private let tracker = PlaneTracker()
  private let bag = DisposeBag()
  private let widths = Shared<[Double]>([])

  func open() {
    tracker.plane.signal
      .compactMap { $0?.width }
      .subscribe(next: { [widths] width in widths.update { $0.append(width) } })
      .disposed(by: bag)
  }

  func look() -> Int {
    for number in 0..<4 {
      tracker.found(number, width: Double(number) + 0.5)
      tracker.current.set(number)
      pause(milliseconds: 5)
    }
    return widths.value.count
  }
}

enum PlanesByIdentifier: LeakProgram {
  static func run() {
    let session = BehaviorRelay("started")
    let log = session.subscribe(next: { _ in })
    for opening in 0..<3 {
      let screen = SceneScreen()
      screen.open()
      session.accept("opening \(opening): \(screen.look()) widths")
    }
    pause(milliseconds: 100)
    log.dispose()
  }
}
