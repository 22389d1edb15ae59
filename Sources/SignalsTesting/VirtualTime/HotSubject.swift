import SignalTracing
import Signals

/// A subject that a hot source sends to. If later subscribers must not get the end, a new subject takes its
/// place at the end.
final class HotSubject<Value: Sendable>: Sendable {
  private let remembersEnd: Bool
  private let file: StaticString
  private let line: UInt32
  private let subject: Lock<PublishSubject<Value>>

  init(remembersEnd: Bool, _ file: StaticString, _ line: UInt32) {
    self.remembersEnd = remembersEnd
    self.file = file
    self.line = line
    subject = Lock(PublishSubject(file: file, line: line))
  }

  var current: PublishSubject<Value> { subject.withLock { $0 } }

  func send(_ event: Event<Value>) {
    guard event.isFinished, !remembersEnd else { return current.send(event) }
    let next = PublishSubject<Value>(file: file, line: line)
    subject.withLock { exchange(&$0, with: next) }.send(event)
  }
}
