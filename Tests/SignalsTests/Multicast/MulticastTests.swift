import Signals
import Testing

@Suite struct MulticastTests {
  let out = Transcript()
  let source = PublishSubject<Int>()
  var watched: Signal<Int> { source.spied(out, "source") }

  @Test func `two subscribers of a connection cause one side effect`() {
    let connection = watched.publish()
    connection.signal.print(to: out, "a")
    connection.signal.print(to: out, "b")
    #expect(out.take() == [])
    _ = connection.connect()
    source.next(1)
    source.completed()
    #expect(out.lines == ["+source", "a1", "b1", "-source", "a|", "a!", "b|", "b!"])
  }

  @Test func `a connection connects once, and its disposal is final`() {
    let connection = watched.publish()
    connection.signal.print(to: out)
    let first = connection.connect()
    #expect(connection.connect() === first)
    first.dispose()
    #expect(connection.connect() === first && first.isDisposed)
    source.next(1)
    #expect(out.lines == ["+source", "-source"])
  }

  @Test func `a connection that is disposed before it connects does not`() {
    let kept = ReplaySubject<Int>()
    kept.next(7)
    let signal = watched.multicast(kept).autoconnect()
    // It has enough before the source is asked for, and a connection is disposed once and for all.
    signal.take(1).print(to: out)
    signal.print(to: out, "late ")
    #expect(out.lines == ["7", "|", "!", "late 7"])
  }

  @Test func `a connection that is disposed as it connects disposes its source`() {
    let itself = BoxOf<MulticastConnection<Int>>()
    let connection = Signal<Int>.create { [out] _ in
      out.print("+")
      itself.value?.connect().dispose()
      return Disposable { out.print("-") }
    }.publish()
    itself.value = connection
    _ = connection.connect()
    itself.value = nil
    #expect(out.lines == ["+", "-"])
  }

  @Test func `many threads connect once`() async {
    for _ in 0..<100 {
      let out = Transcript()
      let connection = source.spied(out, "source").publish()
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { connection.connect() } }
      }
      #expect(out.lines == ["+source"])
    }
  }

  @Test func `a subject of one's own decides what late subscribers get`() {
    let connection = watched.multicast(ReplaySubject(capacity: 1))
    _ = connection.connect()
    source.next(1)
    source.next(2)
    connection.signal.print(to: out)
    #expect(out.lines == ["+source", "2"])
  }

  @Test func `autoconnect connects with the first, disconnects with the last, and never again`() {
    let signal = watched.publish().autoconnect()
    let first = signal.print(to: out, "a")
    let second = signal.print(to: out, "b")
    source.next(1)
    first.dispose()
    source.next(2)
    second.dispose()
    #expect(out.take() == ["+source", "a1", "b1", "a!", "b2", "-source", "b!"])
    signal.print(to: out, "c")
    source.next(3)
    #expect(out.lines == [])
  }

  @Test func `autoconnect subscribes to the subject first`() {
    #expect(Signal.from(1...2).publish().autoconnect().transcript == ["1", "2", "|", "!"])
  }

  @Test func `values are replayed after the connection was disposed`() {
    let connection = watched.multicast(ReplaySubject())
    let handle = connection.connect()
    source.next(1)
    handle.dispose()
    connection.signal.print(to: out)
    #expect(out.lines == ["+source", "-source", "1"])
  }

  @Test func `replay subscribes at once and keeps everything`() {
    let signal = watched.replay()
    source.next(1)
    source.next(2)
    signal.print(to: out, "a")
    source.next(3)
    source.completed()
    #expect(out.take() == ["+source", "a1", "a2", "a3", "-source", "a|", "a!"])
    signal.print(to: out, "b")
    #expect(out.lines == ["b1", "b2", "b3", "b|", "b!"])
  }

  @Test func `replayLast keeps the last value, replay(n) the last n`() {
    let last = source.replayLast()
    let two = source.replay(2)
    for value in 1...3 { source.next(value) }
    last.print(to: out, "last ")
    two.print(to: out, "two ")
    #expect(out.lines == ["last 3", "two 2", "two 3"])
  }

  @Test func `replayLazily subscribes with the first subscriber and stays when all have left`() {
    let signal = watched.replayLazily()
    #expect(out.take() == [])
    let first = signal.print(to: out, "a")
    source.next(1)
    first.dispose()
    source.next(2)
    signal.print(to: out, "b")
    #expect(out.lines == ["+source", "a1", "a!", "b1", "b2"])
  }

  @Test func `a selector shares within each subscription`() {
    let signal = watched.multicast(makeSubject: { PublishSubject() }, selector: { $0.merge($0.map { -$0 }) })
    let subscription = signal.print(to: out)
    source.next(1)
    subscription.dispose()
    #expect(out.take() == ["+source", "1", "-1", "-source", "!"])
    signal.take(1).print(to: out)
    source.next(2)
    #expect(out.lines == ["+source", "2", "-source", "|", "!"])
  }

  typealias Connecting = @Sendable (Signal<Int>) -> Disposable
  static let forms: [(String, Connecting)] = [
    ("connect()", { $0.publish().connect() }),
    ("multicast(_:)", { $0.multicast(ReplaySubject()).connect() }),
    ("autoconnect()", { $0.publish().autoconnect().subscribe() }),
    ("refCount()", { $0.publish().refCount().subscribe() }),
    ("refCount() of a given subject", { $0.multicast(PublishSubject()).refCount().subscribe() }),
    ("share()", { $0.share().subscribe() }),
    ("share(replay:)", { $0.share(replay: 1).subscribe() }),
    ("share(scope:)", { $0.share(scope: .forever).subscribe() }),
    (
      "multicast(makeSubject:selector:)",
      { $0.multicast(makeSubject: { PublishSubject() }, selector: { $0.map { $0 } }).subscribe() }
    ),
  ]

  @Test(arguments: forms) func `a source that forgets its subscriber is disposed with the connection`(
    name: String, connect: Connecting
  ) {
    let lives = Lives()
    let disposable = connect(
      .create { [out] _ in
        let life = lives.make()
        out.print("+")
        return Disposable {
          _ = life
          out.print("-")
        }
      })
    #expect(out.take() == ["+"] && lives.count == 1)
    disposable.dispose()
    #expect(out.lines == ["-"] && lives.count == 0)
  }

  @Test func `what replays keeps a source that forgets its subscriber`() {
    let silent = Signal<Int>.create { [out] _ in
      out.print("+")
      return Disposable { out.print("-") }
    }
    _ = silent.replay()
    silent.replayLazily().subscribe().dispose()
    #expect(out.lines == ["+", "+"])
  }

  @Test func `everything is let go of at the end of the source`() {
    let lives = Lives()
    func signal() -> Signal<Int> {
      let life = lives.make()
      return source.do(onNext: { _ in _ = life })
    }
    func makeConnections() {
      _ = signal().publish().connect()
      _ = signal().replay()
      _ = signal().replayLazily().subscribe()
      _ = signal().publish().autoconnect().subscribe()
      _ = signal().share().subscribe()
      _ = signal().share(replay: 1, scope: .forever).subscribe()
      let disposed = signal().publish().connect()
      disposed.dispose()
    }
    makeConnections()
    #expect(lives.count == 6)
    source.next(1)
    source.completed()
    #expect(lives.count == 0)
  }
}
