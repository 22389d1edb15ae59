// healthy: bags that grow and are disposed with their screen
// allows: nothing

import Signals

/// Screens with a bag each, ten subscriptions in it.
enum BagsByScreen: LeakProgram {
  static func run() {
    let model = PublishSubject<Int>()
    for screen in 0..<12 {
      let bag = CompositeDisposable()
      for row in 0..<10 { bag.add(model.filter { $0 == row }.subscribe(next: { _ in })) }
      model.next(screen)
      pause(milliseconds: 2)
      bag.dispose()
    }
    pause(milliseconds: 20)
  }
}
