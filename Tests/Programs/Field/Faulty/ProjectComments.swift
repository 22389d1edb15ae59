// fault: event-kept-as-a-state
// verdict: finding
// proof: nothing-recorded
// says: the event that opens the comments is kept for who comes later; after a rotation the page opens them once more
// source: kickstarter/android-oss #539
// fix: the event goes through a subject that keeps nothing

import Signals

/// The model of a page, which stays as it is while the screen is rotated.
private final class ProjectModel: Sendable {
  let title: BehaviorSubject<String>
  let startComments: Subject<Int> = mended ? PublishSubject() : ReplaySubject(capacity: 1)  // LEAK

  init(_ name: String) { title = BehaviorSubject(name) }

  func tapComments(of project: Int) { startComments.next(project) }
}

/// The screen of a project, made anew at each rotation.
private final class ProjectScreen: Sendable {
  private let title = Shared("")
  private let bag = DisposeBag()

  func create(_ model: ProjectModel, opened: Shared<[Int]>) {
    model.title
      .subscribe(next: { [title] name in title.update { $0 = name } })
      .disposed(by: bag)
    model.startComments
      .subscribe(next: { project in opened.update { $0.append(project) } })
      .disposed(by: bag)
  }

  func destroy() { bag.dispose() }
}

enum ProjectComments: LeakProgram {
  static func run() {
    let opened = Shared<[Int]>([])
    let battery = Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("battery"))
      .subscribe(next: { _ in })
    for project in 0..<3 {
      let model = ProjectModel("project \(project)")
      var screen = ProjectScreen()
      screen.create(model, opened: opened)
      pause(milliseconds: 20)
      model.tapComments(of: project)
      pause(milliseconds: 20)
      screen.destroy()
      screen = ProjectScreen()
      screen.create(model, opened: opened)
      pause(milliseconds: 20)
      screen.destroy()
    }
    print("comments opened", opened.value)
    battery.dispose()
  }
}
