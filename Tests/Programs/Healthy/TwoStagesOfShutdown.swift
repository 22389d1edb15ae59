// healthy: a bag is disposed, a second one later, values come in between
// allows: nothing

import Signals

/// A server that first closes its doors, then its books.
enum TwoStagesOfShutdown: LeakProgram {
  static func run() {
    let doors = CompositeDisposable()
    let books = CompositeDisposable()
    let visits = PublishSubject<Int>()
    for door in 0..<6 {
      doors.add(visits.filter { $0 % 6 == door }.subscribe(next: { _ in }))
      books.add(visits.filter { $0 % 6 == door }.count().subscribe(next: { _ in }))
    }
    for visit in 0..<60 {
      visits.next(visit)
      pause(milliseconds: 1)
    }
    doors.dispose()
    for visit in 0..<10 {
      visits.next(visit)
      pause(milliseconds: 3)
    }
    books.dispose()
    pause(milliseconds: 30)
  }
}
