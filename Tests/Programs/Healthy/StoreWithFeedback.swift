// healthy: re-entrant sends, a cycle of three through one subject
// says: What a user does sets off a saga of three steps within one another, and then there is nothing more to do.
// allows: nothing

import Signals

private enum Deed: Sendable {
  case add(Int)
  case priced(Int)
  case discounted(Int)
}

/// State, deeds, and feedback that answers deeds with deeds.
private final class Store: Sendable {
  let deeds = PublishSubject<Deed>()
  private let total = Shared(0)
  private let bag = DisposeBag()

  init() {
    deeds.subscribe(next: { [total] deed in
      if case .discounted(let price) = deed { total.update { $0 += price } }
    }).disposed(by: bag)
    deeds.compactMap { if case .add(let item) = $0 { item } else { nil } }
      .subscribe(next: { [deeds] in deeds.next(.priced($0 * 100)) }).disposed(by: bag)
    deeds.compactMap { if case .priced(let price) = $0 { price } else { nil } }
      .subscribe(next: { [deeds] in deeds.next(.discounted($0 - $0 / 10)) }).disposed(by: bag)
  }

  var sum: Int { total.value }
}

enum StoreWithFeedback: LeakProgram {
  static func run() {
    let store = Store()
    for item in 0..<60 {
      store.deeds.next(.add(item % 9))
      if item % 6 == 0 { pause(milliseconds: 4) }
    }
    pause(milliseconds: 20)
    print("sum", store.sum)
  }
}
