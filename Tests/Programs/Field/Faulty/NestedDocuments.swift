// fault: nested-subscribe
// verdict: likely
// proof: run
// says: each choice subscribes to the documents of its colour within next; the subscriptions for earlier colours go on
// source: getditto/samples #28
// fix: the choice is mapped to its documents and switched to the latest

import Signals

/// A store that tells of its documents, colour by colour.
private final class DocumentStore: Sendable {
  private let cars = BehaviorRelay<[String]>(["red Fiat", "blue Opel", "red Seat"])

  func live(_ colour: String) -> Signal<[String]> {
    cars.map { $0.filter { $0.hasPrefix(colour) } }
  }

  func insert(_ car: String) { cars.accept(cars.value + [car]) }
}

private final class CarsModel: Sendable {
  let colour = PublishRelay<String>()
  let shown = Shared<[String]>([])
  let updates = Shared(0)
  private let bag = DisposeBag()

  init(_ store: DocumentStore) {
    if mended {
      colour.flatMapLatest { store.live($0) }
        .subscribe(next: { [shown, updates] cars in
          shown.update { $0 = cars }
          updates.update { $0 += 1 }
        })
        .disposed(by: bag)
    } else {
      colour
        .subscribe(next: { [weak bag, shown, updates] colour in
          guard let bag else { return }
          store.live(colour)
            .subscribe(next: { cars in  // LEAK
              shown.update { $0 = cars }
              updates.update { $0 += 1 }
            })
            .disposed(by: bag)
        })
        .disposed(by: bag)
    }
  }
}

enum NestedDocuments: LeakProgram {
  static func run() {
    let store = DocumentStore()
    let model = CarsModel(store)
    let count = store.live("red").map(\.count).distinctUntilChanged().subscribe(next: { _ in })
    for (round, colour) in ["red", "blue", "red", "green", "blue", "red", "green", "red"].enumerated() {
      model.colour.accept(colour)
      pause(milliseconds: 20)
      store.insert("\(colour) Skoda \(round)")
      pause(milliseconds: 20)
    }
    print(model.shown.value.count, "updates", model.updates.value)
    count.dispose()
    withExtendedLifetime(model) {}
  }
}
