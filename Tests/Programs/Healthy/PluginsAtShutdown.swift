// healthy: all of them end in the last moments
// says: The plugins are wired at the start and put away in order when the program ends.
// allows: nothing

import Signals

enum PluginsAtShutdown: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    let bag = DisposeBag()
    for plugin in 0..<25 {
      events.filter { $0 % 25 == plugin }.subscribe(next: { _ in }).disposed(by: bag)
    }
    for event in 0..<200 {
      events.next(event)
      if event % 8 == 0 { pause(milliseconds: 4) }
    }
    bag.dispose()
  }
}
