import Testing

@testable import Fixing

/// Edits that choose another bag, another sharing or another subject.
@Suite struct BagEditTests {
  @Test(
    arguments: [
      ("replay", "replay(5)", "share(replay: 5)"), ("replayLast", "replayLast()", "share(replay: 1)"),
      ("replayLazily", "replayLazily()", "share(replay: .max)"),
    ])
  func `A replay that goes on without subscribers becomes a share`(
    name: String, before: String, after: String
  ) {
    let repairing = Repairing("let last = prices.map { $0 * 2 }.\(before)  // for all")
    #expect(
      repairing.changes("disposeConnection", [("site", repairing.site(name, "prices"))]) == [
        "-let last = prices.map { $0 * 2 }.\(before)  // for all",
        "+let last = prices.map { $0 * 2 }.\(after)  // for all",
      ])
  }

  private let cell = """
    final class Cell {
      private var bag = DisposeBag()
      func show(_ row: Int) {
        pictures.filter { $0 == row }
          .subscribe(next: { _ in })
          .disposed(by: bag)
      }
    }
    """

  @Test func `A bag that one method fills is made anew there`() {
    let repairing = Repairing(cell)
    #expect(
      repairing.changes("disposeOwnerSooner", [("site", repairing.site("subscribe", ".subscribe"))]) == [
        "+    bag = DisposeBag()"
      ])
  }

  @Test(
    arguments: [
      ("private var bag", "private let bag"), ("func show", "func hide() { bag.dispose() }\n  func show"),
      ("func show", "static func show"),
    ])
  func `A bag that others fill or cannot change is not made anew`(before: String, after: String) {
    let repairing = Repairing(cell.replacing(before, with: after))
    #expect(
      repairing.reason("disposeOwnerSooner", [("site", repairing.site("subscribe", ".subscribe"))]) != nil)
  }

  @Test func `An object's own bag takes what went to another object's`() {
    let repairing = Repairing(
      """
      final class Row {
        private let bag = DisposeBag()
        init(_ table: Table) {
          table.selection.subscribe(next: { _ in }).disposed(by: table.bag)
        }
      }
      """)
    #expect(
      repairing.changes("disposeOwnerSooner", [("site", repairing.site("subscribe", "selection"))]) == [
        "-    table.selection.subscribe(next: { _ in }).disposed(by: table.bag)",
        "+    table.selection.subscribe(next: { _ in }).disposed(by: bag)",
      ])
  }

  @Test func `The bag of a round takes what went to the bag of all rounds`() {
    let repairing = Repairing(
      """
      func run() {
        let bag = DisposeBag()
        for match in 0..<15 {
          let own = DisposeBag()
          let banner = score.subscribe(next: { _ in })
          banner.disposed(by: bag)
          play(match)
        }
      }
      """)
    #expect(
      repairing.changes("disposeOwnerSooner", [("site", repairing.site("subscribe", "score"))]) == [
        "-    banner.disposed(by: bag)", "+    banner.disposed(by: own)",
      ])
  }

  @Test func `A stop that may have come is a subject that keeps it`() {
    let source = """
      func visit() {
        let left = PublishSubject<Void>()
        _ = updates.take(until: left).subscribe(next: show)
      }
      """
    let repairing = Repairing(source)
    #expect(
      repairing.changes("listenSooner", [("site", repairing.site("take(until:)", "take"))]) == [
        "-  let left = PublishSubject<Void>()", "+  let left = ReplaySubject<Void>(capacity: 1)",
      ])
    let typed = Repairing(source.replacing("visit()", with: "visit(_ page: PublishSubject<Void>)"))
    #expect(typed.reason("listenSooner", [("site", typed.site("take(until:)", "take"))]) != nil)
  }

  @Test func `An end that is told once says nothing about the values`() {
    let repairing = Repairing(
      """
      func load() {
        _ = rows.subscribe(next: { show($0) }, completed: { done.signal() })
      }
      """)
    #expect(
      repairing.changes("keepHandle", [("site", repairing.site("subscribe", "rows"))]).contains {
        $0.contains("take(1)")
      } == false)
  }
}
