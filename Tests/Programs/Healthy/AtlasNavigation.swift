// healthy: screens with subscriptions, of which more are pushed than popped
// says: A stack of maps gets deeper and shallower again; the user quits with four open, and every popped one has ended its own.
// allows: nothing

import Signals

private final class MapScreen {
  private let place: String
  private let bag = DisposeBag()
  private let drawn = Shared(0)

  init(_ place: String, _ position: BehaviorRelay<Int>, _ theme: BehaviorRelay<String>) {
    self.place = place
    position.combineLatest(with: theme)
      .subscribe(next: { [drawn] _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
  }

  var count: Int { drawn.value }
}

private final class Atlas {
  let position = BehaviorRelay(0)
  let theme = BehaviorRelay("day")
  private var stack: [MapScreen] = []

  func push(_ place: String) { stack.append(MapScreen(place, position, theme)) }
  func pop() { if stack.count > 1 { stack.removeLast() } }
  var depth: Int { stack.count }
  var drawn: Int { stack.map(\.count).reduce(0, +) }
}

enum AtlasNavigation: LeakProgram {
  static func run() {
    let atlas = Atlas()
    atlas.push("world")
    let steps = "+++-+--++-+-+--+++--++-+---++-+-++-+"
    for (number, step) in steps.enumerated() {
      if step == "+" { atlas.push("place \(number)") } else { atlas.pop() }
      atlas.position.accept(number)
      if number % 9 == 0 { atlas.theme.accept(number % 2 == 0 ? "day" : "night") }
      pause(milliseconds: 4)
    }
    for metres in 0..<10 {
      atlas.position.accept(metres)
      pause(milliseconds: 3)
    }
    print("open maps", atlas.depth, "drawn", atlas.drawn > 0)
    withExtendedLifetime(atlas) {}
  }
}
