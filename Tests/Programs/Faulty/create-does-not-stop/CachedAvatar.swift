// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: what `create` subscribes to is not in the disposable that it returns

import Signals

/// Avatars that are looked up in a cache, and followed while they are shown.
enum CachedAvatar: LeakProgram {
  static func run() {
    let updates = PublishSubject<Int>()
    for row in 0..<6 {
      let avatar = Signal<String>.create { subscriber in  // LEAK
        subscriber.next("cached \(row)")
        let inner = updates.subscribe(next: { subscriber.next("avatar \($0) of \(row)") })
        return mended ? inner : Disposable()
      }
      let shown = avatar.subscribe(next: { _ in })
      updates.next(row)
      shown.dispose()
    }
    for number in 0..<10 { updates.next(number) }
    pause(milliseconds: 40)
  }
}
