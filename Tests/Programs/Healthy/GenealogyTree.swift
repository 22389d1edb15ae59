// healthy: signals that are made by themselves, ever deeper
// says: Each person is asked for parents, and these for theirs: the tree ends after five generations, and with it all that waited.
// allows: nothing

import Signals

private struct Person: Sendable {
  let number: Int
  let generation: Int
}

/// An archive that answers a question about a person after a while.
private struct Archive: Sendable {
  let clock = VirtualTimeScheduler()

  private func parents(of person: Person) -> Signal<Person> {
    guard person.generation < 5 else { return .empty() }
    return Signal<Int>.timer(after: .seconds(1), on: clock).flatMap { _ in
      Signal.of(
        Person(number: person.number * 2, generation: person.generation + 1),
        Person(number: person.number * 2 + 1, generation: person.generation + 1))
    }
  }

  func ancestors(of person: Person) -> Signal<Person> {
    Signal.just(person).concat(parents(of: person).flatMap { ancestors(of: $0) })
  }
}

enum GenealogyTree: LeakProgram {
  static func run() {
    let archive = Archive()
    let found = Shared(0)
    for number in 1...4 {
      _ = archive.ancestors(of: Person(number: number, generation: 0))
        .subscribe(next: { _ in found.update { $0 += 1 } })
      for _ in 0..<6 {
        archive.clock.advance(by: .seconds(1))
        pause(milliseconds: 3)
      }
    }
    print("ancestors", found.value)
  }
}
