// healthy: the handle was let go, no owner holds it, while siblings of the same line were disposed
// says: Three services begin with the login and live as long as the process; the views of the same helper come and go.
// allows: suspect

import Glibc
import Signals
import Synchronization

private final class Session: Sendable {
  private let events = PublishSubject<Int>()
  func happen(_ event: Int) { events.next(event) }

  @discardableResult
  func on(_ kind: Int, _ body: @escaping @Sendable (Int) -> Void) -> Disposable {
    events.filter { $0 % 4 == kind }.subscribe(next: body)
  }
}

private final class View: Sendable {
  private let life = CompositeDisposable()
  func show(_ session: Session) { for kind in 0..<4 { life.add(session.on(kind) { _ in }) } }
  func hide() { life.dispose() }
}

enum ServicesAfterLogin: LeakProgram {
  static func run() {
    let session = Session()
    let counts = Shared([0, 0, 0])
    for step in 0..<70 {
      if step == 20 {
        for service in 0..<3 { session.on(service) { _ in counts.update { $0[service] += 1 } } }
      }
      let view = View()
      view.show(session)
      session.happen(step)
      pause(milliseconds: 3)
      view.hide()
    }
    print("counts", counts.value)
    exit(0)
  }
}
