import Testing
import TraceFormat

@testable import TraceImport

/// What becomes of the lines of `tasks.bt` and `streams.bt`.
@Suite struct RuntimeLinesTests {
  private static let map = [
    "55d5c0a00000-55d5c0a10000 r--p 00000000 08:01 1313                       /srv/my app",
    "55d5c0a10000-55d5c0a20000 r-xp 00010000 08:01 1313                       /srv/my app",
    "7f0000000000-7f0000040000 r-xp 00000000 08:01 99      /usr/lib/swift/linux/libswift_Concurrency.so",
    "7ffd00000000-7ffd00021000 rw-p 00000000 00:00 0                          [stack]",
  ]
  private static let start = "rxtrace-lines\t1\t1000\t1700000000.000000"
  /// Two calls of the runtime, then two of the program.
  private static let calls = "7f0000001000 7f0000002000 55d5c0a11235 55d5c0a11500 0"

  private func imported(_ lines: [String]) throws -> (records: [TraceRecord], tally: ImportTally) {
    var trace = TraceImport(process: nil)
    for line in Self.map + [Self.start] + lines { trace.take(Array(line.utf8)[...]) }
    let (bytes, tally) = trace.finish()
    #expect(tally.damaged == 0)
    return (try Recording(bytes: bytes).records.map { $0 }, tally)
  }

  private func events(_ lines: [String]) throws -> [TraceEvent] { try imported(lines).records.map(\.event) }

  private func words(_ events: [TraceEvent]) -> [String] {
    events.map { event in
      switch event {
      case .subscribed(let id, let downstream, let role, let site):
        "\(site.operatorName) \(id) of \(downstream?.description ?? "nobody") role \(role.rawValue)"
      case .aliveBefore(let id, _, _, _, _): "before \(id)"
      case .completed(let id, _, _): "completed \(id)"
      case .error(let id, _, _, _): "error \(id)"
      case .disposed(let id, _, _, let reason): "disposed \(id) \(reason)"
      case .released(let id): "released \(id)"
      case .joinedSource(let id, let source): "joined \(id) \(source)"
      case .next(let id, _, _, _): "next \(id)"
      case .abandoned(let source): "abandoned \(source)"
      default: "\(event)"
      }
    }
  }

  @Test func `a task has the program's calls as its place, and its parent as its downstream`() throws {
    let found = try events([
      "2000\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)",
      "2001\t7\t7\ttask\t8192\t4096\t\(1 << 24 | 1 << 26)\t\(Self.calls)",
      "2002\t7\t8\ttask-ended\t8192\t1",
      "2003\t7\t7\ttask-cancelled\t4096",
      "2004\t7\t7\ttask-cancelled\t4096",
      "2005\t7\t8\ttask-ended\t4096\t0",
    ])
    #expect(
      words(found) == [
        "task #1 of nobody role 5", "child task #2 of #1 role 261", "error #2", "disposed #2 terminated",
        "released #2", "disposed #1 cancelled", "released #1",
      ])
    guard case .subscribed(_, _, _, let site) = try #require(found.first) else { return }
    // Offsets in the file, of the byte before the return address.
    #expect(site.file == "@/srv/my app+0x11234 /srv/my app+0x114ff")
  }

  @Test func `a task that waits and ends before the call that makes it comes back was made before that`()
    throws
  {
    let (records, _) = try imported([
      "1999\t7\t7\tstream\t64\t0\t\(Self.calls)",
      "2002\t7\t8\twaits\t64\t0\t4096\t4\t5\t55d5c0a11500", "2003\t7\t7\tfinishes\t64",
      "2004\t7\t8\ttask-ended\t4096\t0", "2005\t7\t8\ttask-freed\t4096",
      "2000\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)\t2006",
    ])
    #expect(
      words(records.map(\.event)) == [
        "task #2 of nobody role 5", "for await #3 of #2 role 6", "AsyncStream #4 of #3 role 0", "joined #4 1",
        "completed #4", "disposed #4 terminated", "completed #3", "disposed #3 terminated", "released #4",
        "released #3", "completed #2", "disposed #2 terminated", "released #2",
      ])
    #expect(records.first?.time == 2000 && records.map(\.time) == records.map(\.time).sorted())
    guard case .subscribed(_, _, _, let site) = try #require(records.first).event else { return }
    #expect(site.file == "@/srv/my app+0x11234 /srv/my app+0x114ff", "the time is none of its calls")
  }

  @Test(
    arguments: [
      // The older task is known, and ends while the call runs.
      (
        [
          "1000\t7\t7\ttask\t4096\t0\t0\t0\t1001", "2002\t7\t8\ttask-ended\t4096\t0",
          "2003\t7\t8\ttask-freed\t4096",
        ],
        ["task #1 of nobody role 5", "completed #1", "disposed #1 terminated", "released #1"]
      ),
      // It is known and had ended; its memory is freed while the call runs.
      (
        [
          "1000\t7\t7\ttask\t4096\t0\t0\t0\t1001", "1002\t7\t8\ttask-ended\t4096\t0",
          "2003\t7\t8\ttask-freed\t4096",
        ],
        ["task #1 of nobody role 5", "completed #1", "disposed #1 terminated", "released #1"]
      ),
      // It was made before anybody looked.
      (["1002\t7\t8\ttask-ended\t4096\t0", "2003\t7\t8\ttask-freed\t4096"], []),
      (["2003\t7\t8\ttask-freed\t4096"], []),
      // Its end was not seen, and something happens after the call, or nothing.
      (
        ["1000\t7\t7\ttask\t4096\t0\t0\t0\t1001", "2020\t7\t8\ttask-freed\t8192"],
        ["task #1 of nobody role 5", "completed #1", "disposed #1 terminated", "released #1"]
      ),
      (
        ["1000\t7\t7\ttask\t4096\t0\t0\t0\t1001"],
        ["task #1 of nobody role 5", "completed #1", "disposed #1 terminated", "released #1"]
      ),
    ] as [([String], [String])])
  func `a task lives where an older one had its memory until the call that makes it`(
    others: [String], expected: [String]
  ) throws {
    let found = words(try events(others + ["2000\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)\t2010"]))
    // Records of one moment on two threads are in no order.
    #expect(
      found.sorted() == (expected + ["task #\(expected.isEmpty ? 1 : 2) of nobody role 5"]).sorted())
  }

  @Test func `a loss is counted, and nothing else comes of it`() throws {
    let lines = [
      "2000\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)\t2001", "Lost 17 events", "Lost 3 events",
      "2005\t7\t8\ttask-ended\t4096\t0",
    ]
    let (records, tally) = try imported(lines)
    #expect(tally.lost == 20 && tally.isOfRuntime && tally.others.isEmpty)
    #expect(records.map(\.event).filter { $0 == .lost(count: 20, since: 2000) }.count == 1)
    let (without, none) = try imported(lines.filter { !$0.hasPrefix("Lost") })
    #expect(none.lost == 0 && none.events == tally.events)
    #expect(
      words(without.map(\.event))
        == words(records.map(\.event).filter { $0 != .lost(count: 20, since: 2000) }))
  }

  @Test func `in lines of an older script a task may end before the line that makes it`() throws {
    let found = try events([
      "2000\t7\t8\ttask-ended\t4096\t0", "2001\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)",
      // An older task of this address had ended and gone.
      "2002\t7\t8\ttask-ended\t8192\t0", "2003\t7\t8\ttask-freed\t8192",
      "2004\t7\t7\ttask\t8192\t0\t0\t\(Self.calls)",
    ])
    #expect(
      words(found) == [
        "task #1 of nobody role 5", "completed #1", "disposed #1 terminated", "released #1",
        "task #2 of nobody role 5",
      ])
  }

  @Test func `a loop is below its task, and what it reads below the loop, until the stream is finished`()
    throws
  {
    let found = try events([
      "2000\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)", "2001\t7\t7\tstream\t64\t0\t\(Self.calls)",
      "2002\t7\t8\twaits\t64\t0\t4096\t4\t5\t7f0000001000 55d5c0a11500",
      "2003\t7\t7\tyields\t64", "2004\t7\t8\twaits\t64\t0\t4096\t4\t5\t7f0000001000 55d5c0a11500",
      "2005\t7\t7\tfinishes\t64", "2006\t7\t8\ttask-ended\t4096\t0", "2007\t7\t8\tstream-freed\t64",
    ])
    #expect(
      words(found) == [
        "task #1 of nobody role 5", "for await #3 of #1 role 6", "AsyncStream #4 of #3 role 0", "joined #4 2",
        "next #4", "next #3", "completed #4", "disposed #4 terminated", "completed #3",
        "disposed #3 terminated", "released #4", "released #3", "completed #1", "disposed #1 terminated",
        "released #1",
      ])
    guard case .subscribed(_, _, _, let site) = found[1] else { return }
    #expect(site.file == "@/srv/my app+0x11500", "a function that goes on has its own address")
  }

  @Test func `a stream is abandoned where its readers alone hold it`() throws {
    let lines = [
      "2000\t7\t7\ttask\t4096\t0\t0\t\(Self.calls)", "2001\t7\t7\tstream\t64\t0\t\(Self.calls)",
      "2002\t7\t8\twaits\t64\t0\t4096\t4\t5\t0",
    ]
    #expect(!(words(try events(lines)).contains("abandoned 2")))
    #expect(words(try events(lines + ["2003\t7\t8\twaits\t64\t0\t4096\t3\t5\t0"])).last == "abandoned 2")
    #expect(words(try events(lines + ["2003\t7\t8\tabandoned\t64"])).last == "abandoned 2")
    #expect(
      words(try events(lines + ["2003\t7\t8\tfinishes\t64", "2004\t7\t8\tabandoned\t64"])).last
        == "disposed #4 terminated")
  }

  @Test func `a cancelled task leaves its loop, and a task that was there before is known as it waits`()
    throws
  {
    let found = try events([
      "2000\t7\t7\twaits\t64\t1\t4096\t4\t5\t55d5c0a11500", "2001\t7\t7\ttask-cancelled\t4096",
      "2002\t7\t7\tterminates\t64", "2003\t7\t8\ttask-ended\t4096\t0",
    ])
    #expect(
      words(found) == [
        "before #2", "for await #3 of #2 role 6", "AsyncThrowingStream #4 of #3 role 0", "joined #4 1",
        "disposed #2 cancelled", "disposed #4 downstream", "disposed #3 cancelled", "released #4",
        "released #3", "released #2",
      ])
  }

  @Test(arguments: [
    "2000\t7\t7\ttask\t4096\t0", "2000\t7\t7\twaits\tx\t0\t1\t1\t5\t0", "2000\t7\t7\tyields\t0",
    "2000\t7\t7\tstream\t64\t99999999999999999999\t0", "2000\t7\t7\ttask\t4096\t0\t0\t0\t1999",
    "2000\t7\t7\ttask\t4096\t0\t0\t0\tx",
  ])
  func `a line that is cut or makes no sense is damaged`(line: String) {
    #expect(ProbeLine(Array(line.utf8)[...]) == .damaged)
  }

  @Test func `each version of the runtime is in the table once`() {
    let all = TaskRuntime.all
    #expect(Set(all.map { "\($0.layout) \($0.taskSize)" }).count == all.count)
    #expect(TaskRuntime.known(layout: 1, taskSize: 208)?.versions == "6.3")
    #expect(TaskRuntime.known(layout: 2, taskSize: 208) == nil)
  }
}
