import Foundation
import Signals
@testable import SignalsFoundation
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a subscriber heard, from whatever thread.
final class Heard: Sendable {
  private let heard = Mutex<[String]>([])
  var lines: [String] { heard.withLock { $0 } }
  func add(_ line: String) { heard.withLock { $0.append(line) } }

  /// Subscribes, and waits for the end of the signal: half a minute at most.
  func hear<Value>(_ signal: Signal<Value>, as text: @escaping @Sendable (Value) -> String) async -> [String]
  {
    let ended = Mutex(false)
    let subscription = signal.subscribe(
      next: { self.add(text($0)) },
      error: {
        self.add("#\(type(of: $0))")
        ended.withLock { $0 = true }
      },
      completed: {
        self.add("|")
        ended.withLock { $0 = true }
      })
    await until { ended.withLock { $0 } }
    subscription.dispose()
    return lines
  }
}

/// Waits until `isSo` is true: five minutes at most, or a thousand looks where other tests have all threads.
func until(_ isSo: @Sendable () -> Bool) async {
  let end = ContinuousClock.now + .seconds(300)
  var looks = 0
  while !isSo(), ContinuousClock.now < end || looks < 1000 {
    looks += 1
    try? await Task.sleep(for: .milliseconds(2))
  }
  #expect(isSo())
}

@Suite struct NotificationTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("changed")

  @Test func `notifications are sent from the subscription to its disposal`() {
    let heard = Heard()
    let signal = Signal<String>.fromNotifications(named: name, center: center) {
      "\($0.userInfo?["n"] ?? "-")"
    }
    center.post(name: name, object: nil)
    let subscription = signal.subscribe(next: { heard.add($0) })
    center.post(name: name, object: nil, userInfo: ["n": 1])
    center.post(name: Notification.Name("other"), object: nil)
    subscription.dispose()
    center.post(name: name, object: nil, userInfo: ["n": 2])
    #expect(heard.lines == ["1"])
  }

  @Test func `only those of an object, while it lives`() {
    let heard = Heard()
    var object: NSObject? = NSObject()
    let signal = Signal.fromNotifications(named: name, object: object, center: center)
    let subscription = signal.subscribe(next: { heard.add("x") })
    center.post(name: name, object: object)
    center.post(name: name, object: NSObject())
    #expect(heard.lines == ["x"])
    subscription.dispose()
    object = nil
    let late = signal.subscribe(next: { heard.add("late") })
    center.post(name: name, object: NSObject())
    #expect(heard.lines == ["x"])
    late.dispose()
  }

  @Test func `a throw is the signal's error`() async {
    let heard = Heard()
    let signal = Signal<Int>.fromNotifications(named: name, center: center) { _ in throw CancellationError() }
    let subscription = signal.subscribe(next: { _ in }, error: { _ in heard.add("#") })
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    #expect(heard.lines == ["#"])
    subscription.dispose()
  }
}

/// Notifications that are posted at the same time, or while another one is delivered.
@Suite struct SimultaneousNotificationTests {
  private let center = NotificationCenter()
  private let name = Notification.Name("changed")

  private func numbers() -> Signal<Int> {
    .fromNotifications(named: name, center: center) { $0.userInfo?["n"] as? Int ?? 0 }
  }

  @Test func `threads that post lose nothing, and never deliver at the same time`() async {
    let (threads, each) = (4, 5_000)
    let inside = Mutex(0)
    let overlaps = Mutex(0)
    let newest = Mutex(0)
    let subscription = numbers().scan(0) { sum, number in
      let others = inside.withLock { count in
        count += 1
        return count - 1
      }
      if others > 0 { overlaps.withLock { $0 += 1 } }
      defer { inside.withLock { $0 -= 1 } }
      return sum + number
    }.subscribe(next: { value in newest.withLock { $0 = value } })
    let center = center
    let done = Mutex(0)
    for _ in 0..<threads {
      Thread {
        for _ in 0..<each {
          center.post(name: Notification.Name("changed"), object: nil, userInfo: ["n": 1])
        }
        done.withLock { $0 += 1 }
      }.start()
    }
    await until { done.withLock { $0 } == threads }
    await until { newest.withLock { $0 } == threads * each }
    #expect(overlaps.withLock { $0 } == 0)
    subscription.dispose()
  }

  @Test func `what is posted within a delivery is delivered next`() {
    let heard = Heard()
    let (center, name) = (center, name)
    let subscription = numbers().subscribe(next: { number in
      heard.add("begin \(number)")
      if number == 1 {
        center.post(name: name, object: nil, userInfo: ["n": 2])
        center.post(name: name, object: nil, userInfo: ["n": 3])
      }
      heard.add("end \(number)")
    })
    center.post(name: name, object: nil, userInfo: ["n": 1])
    subscription.dispose()
    center.post(name: name, object: nil, userInfo: ["n": 4])
    #expect(heard.lines == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
  }

  @Test func `what is posted within a delivery that disposes is dropped, and the observer goes`() {
    let heard = Heard()
    let (center, name) = (center, name)
    let subscription = SerialDisposable()
    subscription.replace(
      with: numbers().subscribe(
        next: { number in
          heard.add("\(number)")
          center.post(name: name, object: nil, userInfo: ["n": number + 1])
          subscription.dispose()
        }, disposed: { heard.add("!") }))
    center.post(name: name, object: nil, userInfo: ["n": 1])
    #expect(heard.lines == ["1", "!"])
  }

  @Test func `a throw ends it after what is being delivered, and the observer goes`() {
    let heard = Heard()
    let center = center
    let name = name
    let signal = Signal<Int>.fromNotifications(named: name, center: center) { notification in
      guard let number = notification.userInfo?["n"] as? Int else { throw CancellationError() }
      return number
    }
    let subscription = signal.subscribe(
      next: { number in
        center.post(name: name, object: nil)
        center.post(name: name, object: nil, userInfo: ["n": number + 1])
        heard.add("\(number)")
      }, error: { _ in heard.add("#") }, disposed: { heard.add("!") })
    center.post(name: name, object: nil, userInfo: ["n": 1])
    #expect(heard.lines == ["1", "#", "!"])
    subscription.dispose()
  }
}

@Suite struct FileHandleTests {
  /// A pipe that no child of another test inherits: a child that had its writing end would delay the end.
  private func closedOnExec() -> Pipe {
    let pipe = Pipe()
    for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      #expect(fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0)
    }
    return pipe
  }

  @Test func `a child inherits no descriptor of the reading`() throws {
    let pipe = closedOnExec()
    var ours = stat()
    #expect(fstat(pipe.fileHandleForReading.fileDescriptor, &ours) == 0)
    let subscription = Signal.fromFileHandle(pipe.fileHandleForReading).subscribe()
    defer { subscription.dispose() }
    let flags = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
      .filter { descriptor in
        var other = stat()
        return fstat(descriptor, &other) == 0 && other.st_ino == ours.st_ino && other.st_dev == ours.st_dev
      }.map { fcntl($0, F_GETFD) }
    #expect(flags.count == 3, "both ends, and the one of the reading")
    #expect(flags.allSatisfy { $0 & FD_CLOEXEC != 0 })
  }

  @Test func `a pipe is read piece by piece, to its end`() async throws {
    let pipe = closedOnExec()
    let heard = Heard()
    let signal = Signal.fromFileHandle(pipe.fileHandleForReading)
    let subscription = signal.subscribe(
      next: { heard.add(String(decoding: $0, as: UTF8.self)) }, completed: { heard.add("|") })
    try pipe.fileHandleForWriting.write(contentsOf: Data("one".utf8))
    await until { heard.lines == ["one"] }
    try pipe.fileHandleForWriting.write(contentsOf: Data("two".utf8))
    await until { heard.lines == ["one", "two"] }
    try pipe.fileHandleForWriting.close()
    await until { heard.lines == ["one", "two", "|"] }
    subscription.dispose()
  }

  @Test func `a file is read whole, in pieces of a limit`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(repeating: 7, count: 10_000).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let sizes = await Heard().hear(.fromFileHandle(try FileHandle(forReadingFrom: url), limit: 4096)) {
      "\($0.count)"
    }
    #expect(sizes.last == "|")
    #expect(sizes.dropLast().compactMap(Int.init).reduce(0, +) == 10_000)
    #expect(sizes.dropLast().allSatisfy { Int($0)! <= 4096 })
  }

  @Test func `disposal ends the reading, and the handle stays open`() async throws {
    let pipe = closedOnExec()
    let heard = Heard()
    let subscription = Signal.fromFileHandle(pipe.fileHandleForReading).subscribe(next: { _ in
      heard.add("late")
    })
    subscription.dispose()
    try pipe.fileHandleForWriting.write(contentsOf: Data("left".utf8))
    try pipe.fileHandleForWriting.close()
    // What is read after the disposal comes through the handle, or was dropped: never to the subscriber.
    _ = try pipe.fileHandleForReading.readToEnd()
    #expect(heard.lines.isEmpty)
  }

  @Test func `a descriptor that cannot be read is an error`() async throws {
    let handle = FileHandle(fileDescriptor: -1, closeOnDealloc: false)
    #expect(await Heard().hear(.fromFileHandle(handle)) { _ in "data" } == ["#POSIXError"])
  }
}

@Suite struct CodableTests {
  private struct Point: Codable, Equatable, Sendable { let x: Int }

  @Test func `values are encoded and decoded`() async {
    let points = Signal.of(Point(x: 1), Point(x: 2)).encode().decode(Point.self)
    #expect(await Heard().hear(points) { "\($0.x)" } == ["1", "2", "|"])
  }

  @Test func `what cannot be read is an error`() async {
    let points = Signal.of(Data("{}".utf8), Data("{\"x\":1}".utf8)).decode(Point.self)
    #expect(await Heard().hear(points) { "\($0.x)" } == ["#DecodingError"])
  }
}

@Suite struct FoundationSchedulerTests {
  @Test func `an operation queue runs our work in order, however wide it is`() async {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 8
    let scheduler = OperationQueueScheduler(queue)
    let heard = Heard()
    for number in 0..<200 { scheduler.schedule { heard.add("\(number)") } }
    await until { heard.lines.count == 200 }
    #expect(heard.lines == (0..<200).map { "\($0)" })
    let delivered = await Heard().hear(Signal.of(1, 2, 3).deliver(on: scheduler)) { "\($0)" }
    #expect(delivered == ["1", "2", "3", "|"])
  }

  @Test func `work that is disposed before its turn does not run`() async {
    let queue = OperationQueue()
    queue.isSuspended = true
    let scheduler = OperationQueueScheduler(queue)
    let heard = Heard()
    scheduler.schedule { heard.add("disposed") }.dispose()
    scheduler.schedule { heard.add("ran") }
    queue.isSuspended = false
    await until { heard.lines == ["ran"] }
  }

  @Test func `a run loop runs work on its thread, in order, now and later and again`() async throws {
    let heard = Heard()
    let loops = Mutex<RunLoopScheduler?>(nil)
    let isOver = Mutex(false)
    // Not the thread's name: the thread that starts it may set that later.
    let loop = Mutex<pthread_t?>(nil)
    let place = { @Sendable in loop.withLock { $0 } == pthread_self() ? "loop" : "elsewhere" }
    let thread = Thread {
      loop.withLock { $0 = pthread_self() }
      loops.withLock { $0 = RunLoopScheduler(.current) }
      // A loop with nothing to wait for returns at once: this timer keeps it.
      let keeper = Timer(timeInterval: 3600, repeats: true) { _ in }
      RunLoop.current.add(keeper, forMode: .common)
      while !isOver.withLock({ $0 }) {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
      }
      heard.add("end of \(place())")
    }
    thread.start()
    await until { loops.withLock { $0 != nil } }
    let scheduler = try #require(loops.withLock { $0 })
    for number in 0..<50 { scheduler.schedule { heard.add("\(number) \(place())") } }
    await until { heard.lines.count == 50 }
    #expect(heard.lines == (0..<50).map { "\($0) loop" })
    scheduler.schedule(after: .milliseconds(20)) { heard.add("later") }
    await until { heard.lines.last == "later" }
    let ticks = await Heard().hear(Signal<Int>.interval(.milliseconds(2), on: scheduler).take(3)) { "\($0)" }
    #expect(ticks == ["0", "1", "2", "|"])
    isOver.withLock { $0 = true }
    await until { heard.lines.last == "end of loop" }
  }

  @Test func `a run loop that its work runs takes what is waiting, and no order is lost`() async {
    let heard = Heard()
    let isOver = Mutex(false)
    let thread = Thread {
      let scheduler = RunLoopScheduler(.current)
      for number in 0..<20 {
        scheduler.schedule {
          heard.add("\(number)")
          guard number == 3 else { return }
          scheduler.schedule { heard.add("added") }
          // The loop runs within this work until the others have had their turn.
          let bound = Date(timeIntervalSinceNow: 60)
          while heard.lines.last != "added", Date() < bound {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
          }
          heard.add("after")
        }
      }
      let bound = Date(timeIntervalSinceNow: 60)
      while heard.lines.last != "after", Date() < bound {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
      }
      isOver.withLock { $0 = true }
    }
    thread.start()
    await until { isOver.withLock { $0 } }
    #expect(heard.lines == (0..<20).map { "\($0)" } + ["added", "after"])
  }
}

/// Work that waits for its time on a run loop, which the test runs itself.
@Suite struct RunLoopTimeTests {
  /// Runs `body` on a thread with a run loop of its own.
  private func onLoop(_ body: @escaping @Sendable (RunLoopScheduler) -> Void) async {
    let isOver = Mutex(false)
    let thread = Thread {
      body(RunLoopScheduler(.current))
      isOver.withLock { $0 = true }
    }
    thread.start()
    await until { isOver.withLock { $0 } }
  }

  /// Lets the loop go on until something is so, or until nothing is left that it could wait for.
  private func run(until isSo: () -> Bool) {
    let bound = Date(timeIntervalSinceNow: 60)
    // A timer that calls is in the loop still: a loop within it has something to wait for.
    while !isSo(), Date() < bound,
      RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
    {}
  }

  @Test func `all that waits comes, whenever it was handed over`() async {
    let heard = Heard()
    await onLoop { scheduler in
      for number in (1...20).reversed() {
        scheduler.schedule(after: .milliseconds(number)) { heard.add("\(number)") }
      }
      run { heard.lines.count == 20 }
    }
    #expect(Set(heard.lines) == Set((1...20).map { "\($0)" }))
  }

  @Test func `what is due first is first, and of equal times what was handed over first`() {
    let scheduler = VirtualTimeScheduler()
    var waiting = WaitingWork()
    for time in [3, 1, 2, 1, 3] {
      let work = scheduler.schedule(after: .seconds(3600)) {} as? ScheduledWork
      if let work {
        waiting.works.add(work, at: .milliseconds(time), leeway: .nanoseconds(waiting.works.count))
      }
    }
    var taken: [[Int64]] = []
    while let entry = waiting.takeDue(until: .seconds(1)) {
      taken.append([
        entry.time.components.attoseconds / 1_000_000_000_000_000,
        entry.leeway.components.attoseconds / 1_000_000_000,
      ])
    }
    #expect(taken == [[1, 1], [1, 3], [2, 2], [3, 0], [3, 4]])
  }

  @Test func `a loop returns when all that it waited for was disposed`() async {
    let heard = Heard()
    await onLoop { scheduler in
      let waiting = (0..<200).map { scheduler.schedule(after: .seconds(3600 + $0)) { heard.add("late") } }
      for work in waiting { work.dispose() }
      run { false }
      heard.add("returned")
    }
    #expect(heard.lines == ["returned"])
  }

  @Test func `the second goes on when the first was disposed`() async {
    let heard = Heard()
    await onLoop { scheduler in
      let first = scheduler.schedule(after: .milliseconds(5)) { heard.add("first") }
      scheduler.schedule(after: .milliseconds(10)) { heard.add("second") }
      first.dispose()
      run { heard.lines == ["second"] }
    }
    #expect(heard.lines == ["second"])
  }

  @Test func `work may run the loop, which takes what is due meanwhile`() async {
    let heard = Heard()
    await onLoop { scheduler in
      scheduler.schedule(after: .milliseconds(1)) {
        heard.add("in")
        run { heard.lines.contains("within") }
        heard.add("out")
      }
      scheduler.schedule(after: .milliseconds(2)) { heard.add("within") }
      run { heard.lines.contains("out") }
    }
    #expect(heard.lines == ["in", "within", "out"])
  }

  @Test func `what repeats skips the times that it missed`() throws {
    let work = try #require(VirtualTimeScheduler().schedule(after: .seconds(3600)) {} as? ScheduledWork)
    var waiting = WaitingWork()
    waiting.works.add(work, at: .milliseconds(10), every: .milliseconds(40))
    #expect(waiting.takeDue(until: .milliseconds(9)) == nil)
    var times: [Duration] = []
    for end in [10, 49, 50, 215, 215, 249, 250] {
      if let entry = waiting.takeDue(until: .milliseconds(end)) { times.append(entry.time) }
    }
    #expect(times == [10, 50, 90, 250].map { .milliseconds($0) })
  }
}

/// Answers requests without a network.
private final class Answering: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, url.host != "nowhere" else {
      client?.urlProtocol(self, didFailWithError: URLError(.cannotFindHost))
      return
    }
    let response = HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil)!
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Data("gone".utf8))
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

@Suite struct URLRequestTests {
  private func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Answering.self]
    return URLSession(configuration: configuration)
  }

  @Test func `an answer is sent, whatever its status`() async throws {
    let request = URLRequest(url: try #require(URL(string: "http://somewhere/")))
    let heard = await Heard().hear(Signal.fromURL(request, session: session())) {
      "\(($0.response as? HTTPURLResponse)?.statusCode ?? 0) \(String(decoding: $0.data, as: UTF8.self))"
    }
    #expect(heard == ["404 gone", "|"])
  }

  @Test func `a request that fails is an error`() async throws {
    let request = URLRequest(url: try #require(URL(string: "http://nowhere/")))
    let heard = await Heard().hear(Signal.fromURL(request, session: session())) { _ in "answer" }
    #expect(heard.count == 1 && heard[0].hasPrefix("#"))
  }
}
