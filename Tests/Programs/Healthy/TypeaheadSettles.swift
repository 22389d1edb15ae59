// healthy: a search that is begun with each word and ended before its answer
// says: flatMapLatest gives up the search before; the last word has its answer, and the box is open as the program ends.
// allows: nothing

import Signals

private struct Places: Sendable {
  let clock = VirtualTimeScheduler()
  let asked = Shared(0)

  func places(like text: String) -> Signal<[String]> {
    Signal.timer(after: .milliseconds(700), on: clock)
      .onSubscribe { [asked] in asked.update { $0 += 1 } }
      .map { _ in ["\(text) Street", "\(text) Square"] }
  }
}

private final class PlacePicker {
  let text = BehaviorRelay("")
  let rows = MutableProperty<[String]>([])
  private let bag = DisposeBag()

  init(_ places: Places) {
    text.map { $0.lowercased() }
      .debounce(for: .milliseconds(250), on: places.clock)
      .distinctUntilChanged()
      .filter { !$0.isEmpty }
      .flatMapLatest { places.places(like: $0) }
      .bind(to: rows)
      .disposed(by: bag)
  }
}

enum TypeaheadSettles: LeakProgram {
  static func run() {
    let places = Places()
    let picker = PlacePicker(places)
    for text in ["B", "Ba", "Bak", "bak", "Bake", "Baker", "Bake", "Baker", "Baker "] {
      picker.text.accept(text)
      places.clock.advance(by: .milliseconds(text.count % 2 == 0 ? 200 : 400))
      pause(milliseconds: 8)
    }
    places.clock.advance(by: .seconds(2))
    print("asked", places.asked.value, "rows", picker.rows.value.count)
  }
}
