// healthy: removed from its owner, which is disposed, and alive
// says: What is to go on in the background is taken off the page and kept in a list, from which it can be stopped.
// allows: suspect

import Glibc
import Signals

enum KeptDownloads: LeakProgram {
  static func run() {
    let bytes = PublishSubject<Int>()
    var background: [Subscription] = []
    for number in 0..<6 {
      let page = CompositeDisposable()
      let download = bytes.map { $0 + number }.subscribe(next: { _ in })
      page.add(download)
      bytes.next(number)
      page.remove(download)
      background.append(download)
      page.dispose()
      pause(milliseconds: 4)
    }
    for byte in 0..<50 {
      bytes.next(byte)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(background) { exit(0) }
  }
}
