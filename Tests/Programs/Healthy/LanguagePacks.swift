// healthy: shares that are switched between; the one in use is alive at exit
// says: Each language is loaded once and shared; a switch lets go of the old one, and the current one stays in use.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Packs: Sendable {
  let loads = Atomic<Int>(0)
  private let updates: PublishSubject<Int>
  private let shared = Shared<[String: Signal<String>]>([:])

  init(_ updates: PublishSubject<Int>) { self.updates = updates }

  func pack(_ language: String) -> Signal<String> {
    let new = updates.startWith(0)
      .onSubscribe { self.loads.add(1, ordering: .relaxed) }
      .map { "\(language) \($0)" }
      .share(replay: 1)
    return shared.update { shared in
      if let known = shared[language] { return known }
      shared[language] = new
      return new
    }
  }
}

private final class Label: Sendable {
  let text = Shared("")
  private let bag = DisposeBag()

  init(_ languages: Signal<String>, _ packs: Packs) {
    languages
      .flatMapLatest { packs.pack($0) }
      .subscribe(next: { [weak self] text in self?.text.update { $0 = text } })
      .disposed(by: bag)
  }
}

enum LanguagePacks: LeakProgram {
  static func run() {
    let updates = PublishSubject<Int>()
    let languages = BehaviorSubject("en")
    let packs = Packs(updates)
    let labels = (0..<10).map { _ in Label(languages, packs) }
    for round in 0..<30 {
      languages.next(["en", "de", "fr"][round % 3])
      updates.next(round)
      pause(milliseconds: 5)
    }
    print(Set(labels.map { $0.text.value }))
    exit(0)
  }
}
