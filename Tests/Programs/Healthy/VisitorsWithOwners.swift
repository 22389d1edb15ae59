// healthy: subscriptions marked as an object's own, and the objects go out of memory
// says: A visitor's bag disposes what is the visitor's at the same moment; two visitors are still there.
// allows: nothing

import Glibc
import Signals

private final class MuseumVisitor: Sendable {
  private let bag = DisposeBag()

  func enter(_ talks: Signal<Int>, _ gong: Signal<Int>) {
    talks.filter { $0 > 1 }.subscribe(next: { _ in }).owned(by: self).disposed(by: bag)
    gong.subscribe(next: { _ in }).owned(by: self).disposed(by: bag)
  }
}

enum VisitorsWithOwners: LeakProgram {
  static func run() {
    let talks = PublishSubject<Int>()
    let gong = PublishSubject<Int>()
    var inside: [MuseumVisitor] = []
    for number in 0..<10 {
      let visitor = MuseumVisitor()
      visitor.enter(talks, gong)
      inside.append(visitor)
      if inside.count > 2 { inside.removeFirst() }
      for talk in 0..<4 { talks.next(talk) }
      gong.next(number)
      pause(milliseconds: 4)
    }
    withExtendedLifetime(inside) { exit(0) }
  }
}
