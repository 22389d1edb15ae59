import Dispatch
import Glibc
import Signals
import Synchronization

/// The wish of the person at the keyboard, or of the system, that the program ends. The second wish is granted by the
/// system itself.
final class Interrupt: Sendable {
  /// Sends when the wish is made.
  let signal = PublishSubject<Void>()

  private let came = Atomic<Bool>(false)
  // Changed nowhere.
  private nonisolated(unsafe) let sources: [any DispatchSourceSignal]

  var hasCome: Bool { came.load(ordering: .relaxed) }

  init() {
    let queue = DispatchQueue(label: "interrupt")
    sources = [SIGINT, SIGTERM].map { number in
      Glibc.signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: queue)
    }
    for (source, number) in zip(sources, [SIGINT, SIGTERM]) {
      source.setEventHandler { [weak self] in
        Glibc.signal(number, SIG_DFL)
        self?.came.store(true, ordering: .relaxed)
        self?.signal.next(())
      }
      source.activate()
    }
  }
}
