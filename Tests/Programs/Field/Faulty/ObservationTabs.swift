// fault: subscribed-at-each-appearance
// verdict: likely
// proof: run
// says: each appearance of the tab subscribes to the same observations once more; the model keeps all subscriptions
// source: ngageoint/mage-ios #161
// fix: the pipeline is made once, and an appearance only asks for a reload

import Signals

private struct Observation: Sendable {
  let number: Int
  let text: String
}

/// The observations of a team, in pages.
private final class ObservationStore: Sendable {
  let refreshed = PublishRelay<[Observation]>()
  private let stored = BehaviorRelay<[Observation]>([])

  func add(_ text: String) {
    stored.accept(stored.value + [Observation(number: stored.value.count, text: text)])
  }

  func refresh() { refreshed.accept(stored.value) }
}

/// The model of a tab.
private final class ObservationTab {
  let rows = Shared<[String]>([])
  let appended = Shared(0)
  private let store: ObservationStore
  private let bag = DisposeBag()
  private var isBound = false

  init(_ store: ObservationStore) { self.store = store }

  func appear() {
    if !mended || !isBound { bind() }
    isBound = true
    store.refresh()
  }

  private func bind() {
    store.refreshed
      .map { observations in observations.map { "\($0.number) \($0.text)" } }
      .subscribe(next: { [rows, appended] new in  // LEAK
        rows.update { $0 = new }
        appended.update { $0 += new.count }
      })
      .disposed(by: bag)
  }
}

enum ObservationTabs: LeakProgram {
  static func run() {
    let store = ObservationStore()
    let tab = ObservationTab(store)
    let badge = Shared(0)
    let counting = store.refreshed.map(\.count)
      .subscribe(next: { count in badge.update { $0 = count } })
    for visit in 0..<8 {
      store.add("tracks at post \(visit)")
      tab.appear()
      pause(milliseconds: 30)
    }
    print("badge", badge.value, "rows", tab.rows.value.count, "appended", tab.appended.value)
    counting.dispose()
    withExtendedLifetime(tab) {}
  }
}
