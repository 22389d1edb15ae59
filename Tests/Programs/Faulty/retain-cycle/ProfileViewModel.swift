// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the model assigns to itself from a subscription in its own bag, so neither ever goes: Combine's assign(to:on: self)

import Signals
import Synchronization

/// A screen of profiles: each is a model that is let go of when its row scrolls away. As reported for Combine's
/// `assign(to:on:)` in many projects.
enum ProfileViewModel: LeakProgram {
  static func run() {
    let names = PublishSubject<String>()
    var rows: [Row] = []
    for row in 0..<20 {
      rows.append(Row(names, number: row))
      if rows.count > 5 { rows.removeFirst() }
      names.next("name \(row)")
    }
    rows = []
    for number in 0..<10 { names.next("late \(number)") }
    pause(milliseconds: 30)
  }
}

private final class Row: Sendable {
  private let bag = DisposeBag()
  private let title = Shared("")

  init(_ names: Signal<String>, number: Int) {
    let titles = names.map { "\(number): \($0)" }
    if mended {
      titles.subscribe(next: { [weak self] in self?.assign($0) }).disposed(by: bag)
    } else {
      titles.subscribe(next: { self.assign($0) }).disposed(by: bag)  // LEAK
    }
  }

  private func assign(_ text: String) { title.update { $0 = text } }
}
