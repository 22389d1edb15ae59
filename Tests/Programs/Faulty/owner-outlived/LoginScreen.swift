// fault: owner-outlived
// verdict: suspect
// proof: run
// says: a closure that nobody disposes captures the screen's bag, so what is in the bag outlives the screen

import Signals

/// Screens that put their subscriptions into a bag, and one more whenever the server answers.
enum LoginScreen: LeakProgram {
  static func run() {
    let answers = PublishSubject<Int>()
    let ticks = PublishSubject<Int>()
    for user in 0..<6 {
      let bag = DisposeBag()
      ticks.map { $0 + user }.subscribe(next: { _ in }).disposed(by: bag)
      if mended {
        answers.subscribe(next: { [weak bag] name in
          guard let bag else { return }
          ticks.map { $0 * name }.subscribe(next: { _ in }).disposed(by: bag)
        }).disposed(by: bag)
      } else {
        _ = answers.subscribe(next: { name in  // LEAK
          ticks.map { $0 * name }.subscribe(next: { _ in }).disposed(by: bag)
        })
      }
      answers.next(user)
      ticks.next(user)
    }
    for tick in 0..<10 { ticks.next(tick) }
    pause(milliseconds: 20)
  }
}
