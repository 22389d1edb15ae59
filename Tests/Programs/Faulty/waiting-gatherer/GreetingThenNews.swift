// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the news stand behind a greeting that is a relay, and a relay never completes; nobody ever subscribes to them

import Signals

/// The texts that a screen in a lobby shows.
private final class Lobby: Sendable {
  let greeting = BehaviorRelay("Welcome")
  let news = ReplaySubject<String>(capacity: 3)
  let shown = Shared<[String]>([])
  let bag = DisposeBag()

  func show() {
    let texts =
      mended
      ? greeting.take(1).concat(news)
      : greeting.concat(news)  // LEAK
    texts
      .map { "* \($0)" }
      .subscribe(next: { text in self.shown.update { $0.append(text) } })
      .disposed(by: bag)
  }
}

enum GreetingThenNews: LeakProgram {
  static func run() {
    let lobby = Lobby()
    lobby.show()
    for number in 0..<6 {
      pause(milliseconds: 30)
      lobby.news.next("Lift \(number) works again")
    }
    lobby.greeting.accept("Good evening")
    pause(milliseconds: 60)
    print("shown", lobby.shown.value.count)
    lobby.bag.dispose()
  }
}
