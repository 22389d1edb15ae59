// fault: retain-cycle
// verdict: suspect
// proof: run
// says: `[weak self]` stands in the last closure only; the one above holds the editor, whose bag holds them both

import Signals

private struct Appointment: Sendable {
  let title: String
  let minutes: Int
}

/// Edits one appointment, beside the others of the day.
private final class Editor: Sendable {
  private let bag = DisposeBag()
  private let longest = Shared(0)
  private let title = Shared("")

  init(_ day: Signal<Appointment>) {
    let followed: Signal<Appointment>
    if mended {
      followed = day.do(onNext: { [weak self] appointment in self?.measure(appointment) })
    } else {
      followed = day.do(onNext: { appointment in self.measure(appointment) })  // LEAK
    }
    followed
      .filter { $0.minutes > 0 }
      .subscribe(next: { [weak self] in self?.show($0) })  // LEAK
      .disposed(by: bag)
  }

  private func measure(_ appointment: Appointment) { longest.update { $0 = max($0, appointment.minutes) } }
  private func show(_ appointment: Appointment) { title.update { $0 = appointment.title } }
}

enum CalendarEditor: LeakProgram {
  static func run() {
    let day = PublishSubject<Appointment>()
    let sync = day.map(\.minutes).scan(0, +).subscribe(next: { _ in })
    var open: [Editor] = []
    for number in 0..<22 {
      open.append(Editor(day))
      if open.count > 2 { open.removeFirst() }
      day.next(Appointment(title: "meeting \(number)", minutes: 30 + number))
      pause(milliseconds: 3)
    }
    open = []
    for number in 0..<25 {
      day.next(Appointment(title: "call \(number)", minutes: 15))
      pause(milliseconds: 2)
    }
    sync.dispose()
  }
}
