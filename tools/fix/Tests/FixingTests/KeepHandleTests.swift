import Testing

@testable import Fixing

@Suite struct KeepHandleTests {
  private func changes(_ source: String, at text: String = "subscribe", choice: Int = 1) -> [String] {
    let repairing = Repairing(source)
    return repairing.changes("keepHandle", [("site", repairing.site("subscribe", text))], choice: choice)
  }

  private func reason(_ source: String, at text: String = "subscribe") -> String? {
    let repairing = Repairing(source)
    return repairing.reason("keepHandle", [("site", repairing.site("subscribe", text))])
  }

  @Test func `A bag of the type takes it`() {
    #expect(
      changes(
        """
        final class Panel {
          private let bag = DisposeBag()
          func open() {
            _ = wind.map { $0 * 3.6 }.subscribe(next: { [rows] value in rows.add(value) })  // shown
          }
        }
        """) == [
          "-    _ = wind.map { $0 * 3.6 }.subscribe(next: { [rows] value in rows.add(value) })  // shown",
          "+    wind.map { $0 * 3.6 }.subscribe(next: { [rows] value in rows.add(value) }).disposed(by: bag)  // shown",
        ])
  }

  @Test func `A chain of several lines gets one more, and its first line is the chain's`() {
    #expect(
      changes(
        """
        final class Panel {
          let bag = DisposeBag()
          func open() {
            _ =
              ticks
              .map { $0 + 1 }
              .subscribe(next: show)  // here
            draw()
          }
        }
        """) == ["-    _ =", "-      ticks", "+    ticks", "+      .disposed(by: bag)"])
  }

  @Test func `A handle with a name is given away on the next line`() {
    #expect(
      changes(
        """
        func run() {
          let shown = CompositeDisposable()
          let time = player.time().subscribe(next: { _ in })  // LEAK
          player.tick()
        }
        """) == ["+  shown.add(time)"])
  }

  @Test func `Without a bag the class gets one, behind its first properties`() {
    #expect(
      changes(
        """
        final class Screen: Sendable {
          private let model: Model
          private let clock = Clock()  // ticks

          init() {
            _ = model.rows.subscribe(next: { [weak self] in self?.show($0) })
          }
        }
        """) == [
          "+  private let bag = DisposeBag()",
          "-    _ = model.rows.subscribe(next: { [weak self] in self?.show($0) })",
          "+    model.rows.subscribe(next: { [weak self] in self?.show($0) }).disposed(by: bag)",
        ])
  }

  @Test func `A method that may run again and again makes no bag of the object`() {
    #expect(
      changes(
        """
        final class Screen: Sendable {
          private let model: Model

          func open() {
            _ = model.rows.subscribe(next: { [weak self] in self?.show($0) })
          }
        }
        """) == [])
  }

  @Test func `Two bags are two ways, the usual name first`() {
    let source = """
      final class Cell {
        private var header = DisposeBag()
        private var bag = DisposeBag()
        func show() {
          _ = prices.subscribe(next: draw)
        }
      }
      """
    #expect(changes(source).last == "+    prices.subscribe(next: draw).disposed(by: bag)")
    #expect(changes(source, choice: 2).last == "+    prices.subscribe(next: draw).disposed(by: header)")
  }

  @Test func `A closure begins to hold nothing for a bag`() throws {
    let source = """
      final class Router {
        private let bag = DisposeBag()
        func start() {
          found.map(\\.page).bind(to: { page in
            _ = changes(page).subscribe(next: count)
            done()
          })
        }
      }
      """
    #expect(try #require(reason(source)).contains("no bag"))
  }

  @Test func `Where no object lives as long, or the handle is somebody's, it says so`() throws {
    #expect(
      try #require(
        reason(
          "enum Program {\n  static func run() {\n    _ = ticks.subscribe(next: show)\n    wait()\n  }\n}"))
        == "Nothing at Sources/App/Screen.swift:3 lives as long as the handle should: there is no bag, and no object for one."
    )
    #expect(
      try #require(reason("func watch() -> Disposable {\n  ticks.subscribe(next: show)\n}")).contains(
        "is returned"))
    #expect(try #require(reason("open.add(ticks.subscribe(next: show))")).contains("given to a call"))
  }

  @Test func `One answer is enough where a closure answers once`() {
    let changes = changes(
      """
      func next() async -> Int {
        await withCheckedContinuation { continuation in
          _ = fares.subscribe(next: { fare in continuation.resume(returning: fare) })
        }
      }
      """)
    #expect(
      changes == [
        "-    _ = fares.subscribe(next: { fare in continuation.resume(returning: fare) })",
        "+    _ = fares.take(1).subscribe(next: { fare in continuation.resume(returning: fare) })",
      ])
  }
}

@Suite("Other ways to end a subscription that nobody ends") struct EndingTests {
  @Test func `A handle that one way out forgets is disposed on all`() {
    let repairing = Repairing(
      """
      func export() async throws {
        let copying = rows.subscribe(next: count)  // LEAK
        try await Task.sleep(for: time)
        copying.dispose()
      }
      """)
    let sites = [("site", repairing.site("subscribe", "rows.sub"))]
    #expect(repairing.changes("endAll", sites) == ["+  defer { copying.dispose() }"])
  }

  @Test func `A handle that is given away stays as it is`() {
    let repairing = Repairing(
      """
      func export() async throws {
        let copying = rows.subscribe(next: count)
        if wanted { return keep(copying) }
        copying.dispose()
      }
      """)
    #expect(repairing.reason("endAll", [("site", repairing.site("subscribe", "rows.sub"))]) != nil)
  }

  @Test func `A subscription in the closure of another one becomes its inner signal`() {
    let repairing = Repairing(
      """
      chosen.subscribe(next: { order in
        _ = details.filter { $0 == order }.subscribe(next: { _ in })
      }).disposed(by: bag)
      """)
    let sites = [("site", repairing.site("subscribe", "details"))]
    #expect(
      repairing.changes("keepHandle", sites).filter { $0.hasPrefix("+") } == [
        "+chosen.flatMapLatest { order in details.filter { $0 == order } }.subscribe(next: { _ in }).disposed(by: bag)"
      ])
    #expect(repairing.patch("keepHandle", sites, choice: 2).contains("+chosen.flatMap { order in"))
  }

  @Test func `Captures go where their names are used`() {
    let repairing = Repairing(
      """
        chosen
          .subscribe(next: { [room, level] number in
            _ = room.shelves[number].levels
              .distinctUntilChanged()
              .subscribe(next: { level.set($0) })
          })
          .disposed(by: bag)
      """)
    #expect(
      repairing.changes("keepHandle", [("site", repairing.site("subscribe", "level.set"))]).filter {
        $0.hasPrefix("+")
      } == [
        "+    .flatMapLatest { [room] number in",
        "+      room.shelves[number].levels",
        "+    }",
        "+    .subscribe(next: { [level] in level.set($0) })",
      ])
  }
}
