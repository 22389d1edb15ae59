// fault: missing-share
// verdict: finding
// proof: run
// says: the share of the catalogue ends with its answer, so each page that comes later loads the catalogue anew

import Signals

private struct Item: Sendable {
  let name: String
  let price: Int
}

private final class Catalogue: Sendable {
  let loads = Shared(0)
  let items: Signal<[Item]>

  init() {
    let loads = loads
    let load = Signal<[Item]>.fromAsync {
      loads.update { $0 += 1 }
      try await Task.sleep(for: .milliseconds(5))
      return [Item(name: "lamp", price: 30), Item(name: "chair", price: 80)]
    }
    items =
      mended
      ? load.share(replay: 1, scope: .forever)
      : load.share(replay: 1)  // LEAK
  }
}

private final class Page: Sendable {
  let names = Shared<[String]>([])
  private let bag = DisposeBag()

  func show(_ catalogue: Catalogue) {
    catalogue.items
      .map { items in items.map(\.name) }
      .subscribe(next: { all in self.names.update { $0 = all } })
      .disposed(by: bag)
  }

  func hide() { bag.dispose() }
}

enum RepeatedCatalogue: LeakProgram {
  static func run() {
    let catalogue = Catalogue()
    for _ in 0..<5 {
      let page = Page()
      page.show(catalogue)
      pause(milliseconds: 40)
      page.hide()
    }
    print("loads", catalogue.loads.value)
  }
}
