import Testing

/// The table has a row for everything public that makes a signal.
@Suite struct OperatorTableTests {
  private static let asynchronous = "it runs as tasks do, beside the test; AsyncTests ask what it does"

  /// What needs no row, and why.
  static let exempt = [
    "subscribe(next:error:completed:disposed:)": "every play of every row subscribes with it",
    "subscribe(with:next:error:completed:disposed:)":
      "it makes no signal; SubscribeWithTests ask what it does",
    "subscribe(_:)": "it is bind(to:) by another name, which has a row; ObserverTests ask what it does",
    "subscribeOnMain(next:error:completed:disposed:)":
      "it subscribes on the main actor; SubscribeOnMainTests ask what it does",
    "values(buffering:)": "it makes no signal; AsyncTests ask what it does",
    "static fromAsync(priority:_:)": asynchronous,
    "static fromAsync(_:priority:)": asynchronous,
    "init(_:priority:)": asynchronous,
    "flatMapAsync(priority:_:)": asynchronous,
    "flatMapAsync(maxConcurrent:priority:_:)": asynchronous,
    "concatMapAsync(priority:_:)": asynchronous,
    "flatMapLatestAsync(priority:_:)": asynchronous,
    "flatMapFirstAsync(priority:_:)": asynchronous,
    "deliver(on:) 2":
      "an actor has its own time; TaskSchedulerTests ask what it does, the row of executors the rest",
    "blocking(timeout:)": "it makes no signal; BlockingTests ask what it does",
    "toSequence()": "it makes no signal; BlockingTests ask what it does",
    "Subject.next(_:)": "the sources of every play by subjects are sent to with it",
    "Subject.send(_:)": "it is next(_:) in a task; ValueBufferingTests ask when it returns",
    "Subject.error(_:)": "the sources of every play by subjects are sent to with it",
    "Subject.completed()": "the sources of every play by subjects are sent to with it",
    "Subject.error(_:) 2": "it is error(_:) as a function of one parameter; EndCallTests ask what it does",
    "Subject.completed() 2":
      "it is completed() as a function without parameters; EndCallTests ask what it does",
    "static fromFileHandle(_:limit:)": "it reads beside the test; FileHandleTests ask what it does",
    "static fromURL(_:session:)": "it asks a server; URLRequestTests ask what it does",
  ]

  @Test func `every public operator has a row`() {
    let declared = Set(Self.declarations.map(\.name))
    let inRows = Set(OperatorTable.rows.flatMap(\.declarations))
    #expect(declared.count > 100)
    #expect(declared.subtracting(inRows).subtracting(Self.exempt.keys).sorted() == [], "without a row")
    #expect(inRows.subtracting(declared).sorted() == [], "rows of what does not exist")
    #expect(Set(Self.exempt.keys).subtracting(declared).sorted() == [], "exempt without need")
    #expect(inRows.intersection(Self.exempt.keys).sorted() == [], "exempt, and in a row")
  }

  @Test func `every closure that may throw is named in a row`() {
    for declaration in Self.declarations where Self.exempt[declaration.name] == nil {
      let named =
        OperatorTable.rows.filter { $0.declarations.contains(declaration.name) }
        .map(\.closures.count).max() ?? 0
      #expect(named >= declaration.throwingClosures, "\(declaration.name)")
    }
  }

  @Test func `declarations are read out of source`() {
    var reader = DeclarationReader()
    reader.read(
      source: """
        extension Signal where Value: Equatable {
          /// public func notThis() -> Signal<Value>
          @inlinable
          public func everyOther(
            _ first: Value, while isWanted: @escaping @Sendable (Value) throws -> Bool,
            file: StaticString = #fileID, line: UInt32 = #line
          ) -> Signal<Value> {
            map { $0 }
          }
          public static func `do`() -> Signal<[Value]>
          { .never() }
          func internally() -> Signal<Value> { self }
        }
        public final class Thing<Value>: Sendable {
          public var signal: Signal<Value> { never }
          public func other() -> Int { 1 }
          public init(_ first: Int) {}
        }
        public final class SomeSubject<Value>: Subject<Value> {
          public convenience init(capacity: Int = 1) {}
        }
        public func free<each Value>(_ signals: repeat Signal<each Value>) -> Signal<(repeat each Value)> { x }
        """)
    #expect(
      reader.declarations == [
        OperatorDeclaration(name: "everyOther(_:while:)", throwingClosures: 1),
        OperatorDeclaration(name: "static do()", throwingClosures: 0),
        OperatorDeclaration(name: "Thing.signal", throwingClosures: 0),
        OperatorDeclaration(name: "SomeSubject.init(capacity:)", throwingClosures: 0),
        OperatorDeclaration(name: "free(_:)", throwingClosures: 0),
      ])
  }

  static let declarations = DeclarationReader.read(
    folders: ["Sources/Signals", "Sources/SignalsFoundation"].map {
      #filePath.replacing("Tests/SignalsTests/Contract/OperatorTableTests.swift", with: $0)
    })
}
