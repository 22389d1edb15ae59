import Testing

@testable import Fixing

@Suite("The closures of create: handles that they return, ends that they pass on") struct CreateTests {
  private func changes(_ source: String, _ kind: String = "returnInnerDisposable", inner: String? = nil)
    -> [String]
  {
    let repairing = Repairing(source)
    return repairing.changes(
      kind, [("site", repairing.site("create", "create"))],
      inner: inner.map { repairing.site("subscribe", $0) })
  }

  @Test(
    arguments: ["nil", "Disposable()", "Disposable {}", "NopDisposable()"])
  func `A closure that returned nothing returns the inner handle`(returned: String) {
    #expect(
      changes(
        """
        let bridged = Signal<String>.create { subscriber in
          let inner = bus.subscribe(next: { subscriber.next("\\($0)") })
          return \(returned)  // nothing
        }
        """) == ["-  return \(returned)  // nothing", "+  return inner  // nothing"])
  }

  @Test func `A closure that returned another handle returns both`() {
    #expect(
      changes(
        """
        let both = Signal<String>.create { subscriber in
          let one = first.subscribe(next: { subscriber.next($0) })
          let two = second.subscribe(next: { subscriber.next($0) })
          return one
        }
        """) == ["-  return one", "+  return CompositeDisposable([one, two])"])
    #expect(
      changes(
        """
        let all = Signal<String>.create { subscriber in
          let one = first.subscribe(next: { subscriber.next($0) })
          let two = second.subscribe(next: { subscriber.next($0) })
          return CompositeDisposable([one])
        }
        """) == ["-  return CompositeDisposable([one])", "+  return CompositeDisposable([one, two])"])
  }

  @Test func `A disposable with other work ends the inner subscription first`() {
    #expect(
      changes(
        """
        let frames = Signal<Int>.create { [wire] output in
          let reading = wire.subscribe(next: { output.next($0) })
          return Disposable {
            wanted.remove(id)
          }
        }
        """) == ["+    reading.dispose()"])
    #expect(
      changes(
        """
        let frames = Signal<Int>.create { [wire] output in
          let reading = wire.subscribe(next: { output.next($0) })
          return Disposable { wanted.remove(id) }
        }
        """) == [
          "-  return Disposable { wanted.remove(id) }",
          "+  return Disposable {", "+    reading.dispose()", "+    wanted.remove(id)", "+  }",
        ])
  }

  @Test func `A handle that is thrown away gets a name`() {
    #expect(
      changes(
        """
        let bridged = Signal<String>.create { subscriber in
          _ = bus.subscribe(next: { subscriber.next("\\($0)") })
          return nil
        }
        """) == [
          "-  _ = bus.subscribe(next: { subscriber.next(\"\\($0)\") })", "-  return nil",
          "+  let inner = bus.subscribe(next: { subscriber.next(\"\\($0)\") })", "+  return inner",
        ])
  }

  @Test func `A task and a timer are cancelled`() {
    #expect(
      changes(
        """
        let calls = Signal<Int>.create { subscriber in
          let listening = Task {
            while true { subscriber.next(1) }
          }
          return nil
        }
        """, "stopWork") == ["-  return nil", "+  return Disposable { listening.cancel() }"])
  }

  @Test func `The subscriber is told of the source's end`() {
    #expect(
      changes(
        """
        let lines = Signal<String>.create { subscriber in
          source.subscribe(next: { subscriber.next($0) })
        }
        """, "passOnEnd") == [
          "-  source.subscribe(next: { subscriber.next($0) })",
          "+  source.subscribe(",
          "+    next: { subscriber.next($0) }, error: { subscriber.error($0) }, completed: { subscriber.completed() })",
        ])
    #expect(
      changes(
        """
        let lines = Signal<String>.create { subscriber in
          source.subscribe(
            next: { line in
              subscriber.next(line)
            },
            error: { subscriber.error($0) },
            completed: {
              log.write("done")
            })
        }
        """, "passOnEnd") == ["+      subscriber.completed()"])
  }

  @Test func `Only its own statements count`() throws {
    let repairing = Repairing(
      """
      let hub = Signal<String>.create { subscriber in
        driver.listen { subscriber.next($0) }
        return nil
      }
      """)
    #expect(
      repairing.reason("returnInnerDisposable", [("site", repairing.site("create", "create"))])
        == "The closure of create at Sources/App/Screen.swift:1 starts nothing with a handle in its own statements."
    )
  }
}
