// healthy: a zip with ever more values that wait on one side
// says: Parcels leave in the morning and signatures come in the evening, one for each; all have met at the end.
// allows: nothing

import Signals

private struct Parcel: Sendable { let number: Int }
private struct Signature: Sendable { let name: String }

private final class Depot: Sendable {
  let parcels = PublishSubject<Parcel>()
  let signatures = PublishSubject<Signature>()
  private let delivered = Shared<[String]>([])
  private let name: String

  init(_ name: String) {
    self.name = name
    let delivered = delivered
    _ = zip(parcels, signatures).map { "\($0.0.number) to \($0.1.name)" }
      .subscribe(
        next: { line in delivered.update { $0.append(line) } },
        completed: { print(name, "delivered", delivered.value.count) })
  }

  func closeBooks() {
    parcels.completed()
    signatures.completed()
  }
}

enum ParcelsAndSignatures: LeakProgram {
  static func run() {
    let depots = ["harbour", "station", "hill"].map(Depot.init)
    let loaded = Signal<Parcel>.merge(depots.map { $0.parcels }).count()
      .subscribe(next: { print("loaded", $0) })
    for number in 0..<90 {
      for depot in depots { depot.parcels.next(Parcel(number: number)) }
      pause(milliseconds: 3)
    }
    pause(milliseconds: 40)
    for number in 0..<90 {
      for depot in depots { depot.signatures.next(Signature(name: "customer \(number % 12)")) }
      pause(milliseconds: 3)
    }
    for depot in depots { depot.closeBooks() }
    print("books closed", loaded.isDisposed)
  }
}
