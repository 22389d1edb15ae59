// fault: some-do-not-end
// verdict: likely
// proof: run
// says: a check that is answered from the cache sends its value and returns before it completes, so these never end

import Signals

private struct Interaction: Sendable {
  let pair: String
  let severity: Int
}

/// Looks up interactions of two drugs, and remembers what it has found.
private final class InteractionService: Sendable {
  private let known = Shared<[String: Interaction]>([:])
  private let database = QueueScheduler("database")

  func check(_ pair: String) -> Signal<Interaction> {
    Signal.create { [known, database] subscriber in  // LEAK
      if let interaction = known.value[pair] {
        subscriber.next(interaction)  // LEAK
        if mended { subscriber.completed() }
        return nil
      }
      return database.schedule(after: .milliseconds(4)) {
        let interaction = Interaction(pair: pair, severity: pair.count % 4)
        known.update { $0[pair] = interaction }
        subscriber.next(interaction)
        subscriber.completed()
      }
    }
  }
}

/// The sheet of a patient, whose drugs are checked two by two.
private final class Sheet: Sendable {
  let warnings = MutableProperty(0)
  private let service: InteractionService

  init(_ service: InteractionService) { self.service = service }

  func check(_ drugs: [String]) {
    for (index, drug) in drugs.enumerated().dropFirst() {
      // A check ends by itself.
      _ = service.check(drugs[index - 1] + "+" + drug)
        .filter { $0.severity > 1 }
        .subscribe(next: { [warnings] _ in warnings.modify { $0 += 1 } })  // LEAK
    }
  }
}

enum PrescriptionChecks: LeakProgram {
  static func run() {
    let service = InteractionService()
    let common = ["aspirin", "warfarin", "ibuprofen"]
    var total = 0
    for patient in 0..<12 {
      let sheet = Sheet(service)
      sheet.check(common + ["drug\(patient)", "salve\(patient % 5)"])
      pause(milliseconds: 14)
      total += sheet.warnings.value
    }
    pause(milliseconds: 100)
    print("warnings", total)
  }
}
