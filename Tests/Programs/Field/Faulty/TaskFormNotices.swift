// fault: event-while-nobody-listens
// verdict: finding
// proof: nothing-recorded
// says: the notice of a saved task is sent while the screen is in the background and listens to nothing; it is lost
// source: joelkanyi/FocusBloom #26
// fix: the events go through a channel, which keeps them until the screen listens again

import Signals

private enum FormEvent: Sendable {
  case saved(String), failed(String)
}

/// Events for a screen, each of them once.
private final class FormEvents: Sendable {
  private let live = PublishRelay<FormEvent>()
  private let kept = Shared<[FormEvent]>([])

  /// What was kept, and then what comes.
  var signal: Signal<FormEvent> {
    Signal<FormEvent>.deferred { [live, kept] in
      let missed = kept.update { kept in
        defer { kept = [] }
        return kept
      }
      return Signal<FormEvent>.from(missed).concat(live)
    }
  }

  func send(_ event: FormEvent) {
    if mended && !live.hasSubscribers {
      kept.update { $0.append(event) }
    } else {
      live.accept(event)  // LEAK
    }
  }
}

/// Stores the tasks of the user, which takes a moment.
private final class TaskForm: Sendable {
  let events = FormEvents()
  private let disk = QueueScheduler("disk")
  private let bag = DisposeBag()

  func save(_ title: String) {
    Signal<Int>.timer(after: .milliseconds(12), on: disk)
      .subscribe(next: { [events] _ in events.send(title.isEmpty ? .failed("no title") : .saved(title)) })
      .disposed(by: bag)
  }
}

private final class TaskScreen: Sendable {
  let notices = Shared<[String]>([])
  private let listening = SerialDisposable()

  func start(_ form: TaskForm) {
    listening.inner = form.events.signal.subscribe(next: { [notices] event in
      switch event {
      case .saved(let title): notices.update { $0.append("saved \(title)") }
      case .failed(let reason): notices.update { $0.append("failed: \(reason)") }
      }
    })
  }

  func stop() { listening.inner = nil }
}

enum TaskFormNotices: LeakProgram {
  static func run() {
    let form = TaskForm()
    let screen = TaskScreen()
    let titles = ["write", "call the bank", "", "run", "read"]
    let clock = Signal<Int>.interval(.milliseconds(15), on: QueueScheduler("clock")).subscribe(next: { _ in })
    for (number, title) in titles.enumerated() {
      screen.start(form)
      form.save(title)
      // Now and then the user looks at another application meanwhile.
      if number % 2 == 1 { screen.stop() }
      pause(milliseconds: 30)
      screen.stop()
      pause(milliseconds: 5)
    }
    screen.start(form)
    pause(milliseconds: 10)
    screen.stop()
    print("notices", screen.notices.value.count, "of", titles.count)
    clock.dispose()
  }
}
