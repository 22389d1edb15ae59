import Signals
import Testing

@Suite struct DisposableTests {
  @Test func `an action runs once and is let go of`() {
    let out = Transcript()
    let lives = Lives()
    let disposable = { [life = lives.make()] in
      Disposable {
        _ = life
        out.print("dispose")
      }
    }()
    #expect(!disposable.isDisposed && lives.count == 1)
    disposable.dispose()
    disposable.dispose()
    #expect(out.lines == ["dispose"])
    #expect(disposable.isDisposed && lives.count == 0)
  }

  @Test func `letting go of a disposable does not dispose it`() {
    let out = Transcript()
    do { _ = Disposable { out.print("dispose") } }
    #expect(out.lines == [])
  }
}

@Suite struct SerialDisposableTests {
  @Test func `swapping hands back the old one undisposed, setting disposes it`() {
    let out = Transcript()
    let first = Disposable { out.print("first") }
    let second = Disposable { out.print("second") }
    let serial = SerialDisposable(first)
    #expect(serial.swap(second) === first)
    #expect(out.lines == [])
    serial.inner = Disposable { out.print("third") }
    #expect(out.lines == ["second"])
    serial.dispose()
    #expect(out.lines == ["second", "third"])
    #expect(serial.isDisposed && serial.inner == nil)
  }

  @Test func `what is put into a disposed place is disposed at once`() {
    let serial = SerialDisposable()
    serial.dispose()
    let late = Disposable {}
    serial.inner = late
    #expect(late.isDisposed)
    let later = Disposable {}
    #expect(serial.swap(later) == nil)
    #expect(later.isDisposed)
  }

  @Test func `setting what is there already does not dispose it`() {
    let inner = Disposable {}
    let serial = SerialDisposable(inner)
    serial.inner = inner
    #expect(!inner.isDisposed)
  }

  @Test func `an action may use the place that disposes it`() {
    let serial = SerialDisposable()
    serial.inner = Disposable { serial.inner = nil }
    serial.dispose()
    #expect(serial.isDisposed)
  }
}

@Suite struct ScopedDisposableTests {
  @Test func `what it holds is disposed when it goes out of memory`() {
    let inner = Disposable {}
    do {
      let scoped = ScopedDisposable(inner)
      #expect(!scoped.isDisposed)
    }
    #expect(inner.isDisposed)
  }

  @Test func `it may be disposed before`() {
    let inner = Disposable {}
    let scoped = ScopedDisposable(inner)
    scoped.dispose()
    #expect(inner.isDisposed && scoped.isDisposed)
  }
}
