// healthy: a gatherer that waits for one of its inputs nearly to the end
// says: A form is complete only with the customer's consent, which is the last thing that is asked for.
// allows: nothing

import Signals

private struct Entry: Sendable {
  let name: String
  let street: String
}

private final class ContractForm: Sendable {
  let name = BehaviorRelay("")
  let street = BehaviorRelay("")
  let consent = PublishSubject<Bool>()
  private let complete = Shared(0)
  private let bag = DisposeBag()

  init(_ contracts: PublishRelay<Entry>) {
    let complete = complete
    combineLatest(name, street, consent)
      .filter { !$0.0.isEmpty && !$0.1.isEmpty && $0.2 }
      .map { Entry(name: $0.0, street: $0.1) }
      .subscribe(next: { entry in
        complete.update { $0 += 1 }
        contracts.accept(entry)
      }).disposed(by: bag)
    combineLatest(name, street).map { $0.0.count + $0.1.count }.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum ConsentComesLast: LeakProgram {
  static func run() {
    let contracts = PublishRelay<Entry>()
    let signed = Shared<[String]>([])
    let archive = contracts.subscribe(next: { entry in signed.update { $0.append(entry.name) } })
    for customer in 0..<4 {
      let form = ContractForm(contracts)
      let text = "customer number \(customer) of the long queue"
      for end in 1...text.count {
        form.name.accept(String(text.prefix(end)))
        pause(milliseconds: 3)
        form.street.accept("street \(end)")
        pause(milliseconds: 2)
      }
      form.consent.next(true)
      pause(milliseconds: 5)
    }
    print("signed", signed.value.count)
    archive.dispose()
  }
}
