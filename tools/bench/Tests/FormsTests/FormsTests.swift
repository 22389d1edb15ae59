import Harness
import HybridRows
import SignalsRows
import Testing
import UnaskedRows
import VirtualRows

@Suite(.serialized) struct FormsTests {
  // Sums are the whole module's: one row at a time.
  static let rows = Contestant.unaskedForm.rows

  @Test("Every form has the same rows") func sameRows() {
    #expect(Self.rows.count > 20)
    for form in [Contestant.virtualForm, .hybridForm] { #expect(form.rows == Self.rows) }
    for row in Self.rows { #expect(Contestant.signals[row] != nil, "\(row.name)") }
  }

  @Test("Every form comes to the same sums", arguments: rows) func sums(row: Row) throws {
    let expected = try sum(.signals, row)
    for form in [Contestant.virtualForm, .hybridForm, .unaskedForm] {
      let sum = try sum(form, row)
      #expect(sum == expected, "\(form.name)")
    }
  }

  @Test("Every form reports the same", arguments: rows)
  func traces(row: Row) throws {
    let expected = try recorded(.signals, row)
    #expect(expected.balance.subscribed > 0)
    for form in [Contestant.virtualForm, .hybridForm] {
      let other = try recorded(form, row)
      #expect(other.lines == expected.lines, "\(form.name)")
      // A subject that is never completed keeps its subscribers, in every form; nothing else is kept.
      #expect(other.balance.released == other.balance.disposed, "\(form.name)")
    }
  }

  @Test("A value passes as many gates as the table of questions says", arguments: rows)
  func gates(row: Row) throws {
    guard let gates = row.gates else { return }
    let (one, three) = (try recorded(.signals, row), try recorded(.signals, row, units: 3 * units(row)))
    // What else a unit of many values costs is below one in a thousand.
    let share = Double(three.values - one.values) / Double(2 * units(row))
    #expect(abs(share - Double(gates)) < 0.01, "\(row.name): \(share)")
  }

  @Test("Every form keeps the contract to the letter", arguments: contract.indices)
  func scenarios(index: Int) throws {
    let scenario = contract[index]
    let expected = try played(scenario)
    #expect(!expected.printed.isEmpty)
    for other in [VirtualRows.contractScenarios[index], HybridRows.contractScenarios[index]] {
      let (printed, recorded) = try played(other)
      #expect(printed == expected.printed, "\(scenario.name)")
      #expect(recorded.lines == expected.recorded.lines, "\(scenario.name)")
      #expect(recorded.balance.released == recorded.balance.subscribed, "\(scenario.name)")
      #expect(recorded.balance.disposed == recorded.balance.subscribed, "\(scenario.name)")
    }
  }
}

private let contract = SignalsRows.contractScenarios

private func units(_ row: Row) -> Int { max(row.grain, 4) }

private func sum(_ form: Contestant, _ row: Row) throws -> Int {
  let make = try #require(form[row])
  let run = make()
  return run(units(row))
}

/// What a form reports while it sets a row up, runs it and lets go of it.
private func recorded(_ form: Contestant, _ row: Row, units count: Int? = nil) throws -> Recorded {
  let make = try #require(form[row])
  return try Recorded { _ = make()(count ?? units(row)) }
}

private func played(_ scenario: Scenario) throws -> (printed: [String], recorded: Recorded) {
  let transcript = Transcript()
  let recorded = try Recorded { scenario.run(transcript) }
  return (transcript.lines, recorded)
}
