import Signals
import Testing

@Suite struct WindowTests {
  let out = Transcript()
  let source = PublishSubject<Int>()

  private func print(_ windows: Signal<Signal<Int>>) -> Subscription {
    windows.enumerated().subscribe(
      next: { [out] index, window in
        out.print("w\(index)")
        window.print(to: out, "\(index):")
      }, error: { [out] in out.print("#\($0)") }, completed: { [out] in out.print("|") })
  }

  @Test func `a window holds so many values`() {
    _ = print(source.window(count: 2))
    for value in 1...3 { source.next(value) }
    source.completed()
    #expect(
      out.lines == ["w0", "0:1", "0:2", "0:|", "0:!", "w1", "1:3", "1:|", "1:!", "|"])
  }

  @Test func `a boundary closes a window and opens the next`() {
    let boundary = PublishSubject<Void>()
    _ = print(source.window(on: boundary))
    source.next(1)
    boundary.next(())
    source.next(2)
    boundary.completed()
    source.error(Broken())
    #expect(
      out.lines == ["w0", "0:1", "0:|", "0:!", "w1", "1:2", "1:#broken", "1:!", "#broken"])
  }

  @Test func `windows go on without the outer signal until they are left`() {
    let windows = print(source.spied(out, "source").window(count: 9))
    windows.dispose()
    source.next(1)
    #expect(out.take() == ["w0", "+source", "0:1"])
    source.completed()
    #expect(out.lines == ["-source", "0:|", "0:!"])
  }
}
