import Synchronization

/// A subscriber that several threads send to, each in its turn. It notices when two are in it at once.
final class ThreadListener: Listener {
  /// What the program does within an event.
  typealias Callback = @Sendable (Reception) -> Void

  private let callback: Callback
  private let life: Lives.Life
  let log: Log

  final class Log: Sendable {
    fileprivate let inside = Atomic<Int>(0)
    fileprivate let overlaps = Atomic<Int>(0)
    fileprivate let ends = Atomic<Int>(0)
    fileprivate let afterEnd = Atomic<Int>(0)
    fileprivate let disposals = Atomic<Int>(0)
    fileprivate let isSilent = Atomic<Bool>(false)
    fileprivate let afterSilence = Atomic<Int>(0)

    /// From now on nothing may begin to arrive but the event that is on its way.
    func silence() { isSilent.store(true, ordering: .sequentiallyConsistent) }

    var problems: [String] {
      func count(_ number: borrowing Atomic<Int>) -> Int { number.load(ordering: .acquiring) }
      var problems: [String] = []
      if count(overlaps) > 0 { problems.append("\(count(overlaps)) events overlapped others") }
      if count(ends) > 1 { problems.append("it ended \(count(ends)) times") }
      if count(afterEnd) > 0 { problems.append("\(count(afterEnd)) events came after the end") }
      if count(disposals) != 1 { problems.append("`disposed` came \(count(disposals)) times") }
      if count(afterSilence) > 1 {
        problems.append("\(count(afterSilence)) events came after `dispose()` had returned")
      }
      return problems
    }
  }

  init(_ log: Log, _ life: Lives.Life, _ callback: @escaping Callback) {
    self.log = log
    self.life = life
    self.callback = callback
  }

  func hear(_ event: Reception) {
    guard event != .disposed else {
      log.disposals.add(1, ordering: .relaxed)
      return
    }
    if log.inside.add(1, ordering: .acquiring).oldValue > 0 { log.overlaps.add(1, ordering: .relaxed) }
    if log.ends.load(ordering: .relaxed) > 0 { log.afterEnd.add(1, ordering: .relaxed) }
    if log.isSilent.load(ordering: .sequentiallyConsistent) { log.afterSilence.add(1, ordering: .relaxed) }
    if event.isEnd { log.ends.add(1, ordering: .relaxed) }
    callback(event)
    log.inside.subtract(1, ordering: .releasing)
  }
}
