import CSignalProbes
import Glibc
import SignalTracing
import TraceFormat

/// Fires every probe that a runtime can fire, through the seam, `times` times.
func reportEveryKind() {
  struct Broken: Error, CustomStringConvertible { let description = "no connection" }
  for _ in 0..<number("times") {
    let root = TracedSubscription(
      site: CallSite("subscribe", "App/Main.swift", 9), downstream: nil, role: Role(.source))
    let map = TracedSubscription(
      site: CallSite("map", "App/Main.swift", 8), downstream: root, role: Role(.source))
    let inner = TracedSubscription(
      site: CallSite("flatMap", "App/Feed.swift", 70_000), downstream: map, role: Role(.inner, number: 2))
    root.named(owner: 5, label: "prices")
    let outer = map.next { "41" }
    _ = root.next { "42" }
    ThreadState.cause = outer
    map.dropped(.completed)
    map.overlapped(with: 77)
    inner.handleReleased()
    inner.joined(8)
    ThreadState.cause = inner.error(Broken())
    ThreadState.cause = map.completed()
    map.disposed(.terminated)
    inner.disposed(.replaced)
    root.disposed(.owner)
    inner.end()
    map.end()
    root.end()
    Trace.connected(8, source: 3, subscribers: 2)
    Trace.disconnected(8, source: 3, subscribers: 1)
    Trace.mark("after close")
    Trace.added(70, to: 5, total: 4)
    Trace.removed(70, from: 5, total: 3)
    Trace.disposed(owner: 5, children: 3)
    TracedWork(scheduler: 3, name: "main", delay: .milliseconds(5)).run {}
    TracedWork(scheduler: 3, name: "main").cancelled()
  }
}

/// Fires `subscribed` `count` times, each time with names in pages that this process has never looked at. Every second
/// name lies across the border of two of them.
func reportFirstTimeNames() {
  let page = 4096
  let pages = 256
  let path = "/tmp/rxtrace-names-\(getpid())"
  let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0, unlink(path) == 0, ftruncate(descriptor, off_t(pages * page)) == 0 else {
    fatalError("no file for the names")
  }
  let name = Array("operatorName".utf8)
  for border in 1..<pages {
    for offset in [border * page - name.count / 2, border * page + 100] {
      guard pwrite(descriptor, name, name.count, off_t(offset)) == name.count else { fatalError("no name") }
    }
  }
  guard let file = mmap(nil, pages * page, PROT_READ, MAP_PRIVATE, descriptor, 0), file != MAP_FAILED else {
    fatalError("no mapping")
  }
  for index in 0..<number("count") {
    let border = index % (pages - 1) + 1
    if border == 1 { madvise(file, pages * page, MADV_DONTNEED) }
    let offset = index % 2 == 0 ? border * page - name.count / 2 : border * page + 100
    let text = (file + offset).assumingMemoryBound(to: CChar.self)
    if racsignal_subscribed_enabled() { racsignal_subscribed(1, 0, 0, 1, text, text) }
  }
}

/// Fires every probe `count` times with arguments that follow from the first, a random number: a tracer can do the sum.
func fireWithRandomArguments() {
  var generator = SplitMix(state: UInt64(number("seed")))
  let names = ["a", "bc", "def", "ghij", "klmno", "pqrstu", "vwxyz01"].map { (name: String) in
    UnsafePointer<CChar>(strdup(name)!)
  }
  var sum: UInt64 = 0
  for _ in 0..<number("count") {
    let a = generator.next()
    sum &+= a
    let (b, c, d) = (a &* 3 &+ 1, a ^ 0x5555_5555_5555_5555, a &* 7 &+ 5)
    let (small, other) = (UInt32(truncatingIfNeeded: a >> 7), UInt32(truncatingIfNeeded: a >> 13))
    let name = names[Int(a % 7)]
    let text = names[Int(a % 5)]
    racsignal_subscribed(a, b, c, small, name, text)
    racsignal_named(a, b, name)
    racsignal_next(a, b, c, name)
    racsignal_next__value(a, b, c, name, text)
    racsignal_error(a, b, c, name, text)
    racsignal_completed(a, b, c, name)
    racsignal_disposed(a, b, c, small, name)
    racsignal_released(a, name)
    racsignal_handle__released(a, name)
    racsignal_dropped(a, small, name)
    racsignal_overlap(a, small, other, name)
    racsignal_connected(a, b, c)
    racsignal_disconnected(a, b, c)
    racsignal_mark(a, name)
    racsignal_joined(a, b)
    raccompounddisposable_added(a, b, c)
    raccompounddisposable_removed(a, b, c)
    raccompounddisposable_disposed(a, b)
    racscheduler_scheduled(a, b, c, d, name)
    racscheduler_began(a, b, name)
    racscheduler_ended(a, b, name)
    racscheduler_cancelled(a, b, name)
  }
  say("sum \(sum)")
}

/// Steele, Lea and Flood's generator: every seed gives another sequence.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
