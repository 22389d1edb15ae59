// healthy: a method that subscribes is called again and again
// says: What viewWillAppear begins viewDidDisappear ends, by making a new bag; what viewDidLoad begins is for the whole life.
// allows: nothing

import Signals

private struct Conductor: Sendable {
  let tempo = BehaviorRelay(96)
  let bars = PublishRelay<Int>()
}

private final class RehearsalScreen {
  private let conductor: Conductor
  private let loaded = DisposeBag()
  private var visible = DisposeBag()
  private let bar = Shared(0)
  private let title = Shared("")

  init(_ conductor: Conductor) { self.conductor = conductor }

  func viewDidLoad() {
    conductor.tempo.map { "tempo \($0)" }
      .subscribe(next: { [title] text in title.update { $0 = text } })
      .disposed(by: loaded)
  }

  func viewWillAppear() {
    conductor.bars.subscribe(next: { [bar] number in bar.update { $0 = number } }).disposed(by: visible)
    conductor.tempo.combineLatest(with: conductor.bars)
      .filter { tempo, bar in bar * 60 % tempo == 0 }
      .subscribe(next: { _ in })
      .disposed(by: visible)
  }

  func viewDidDisappear() { visible = DisposeBag() }

  var text: String { "\(title.value), bar \(bar.value)" }
}

enum BalletRehearsal: LeakProgram {
  static func run() {
    let conductor = Conductor()
    let screen = RehearsalScreen(conductor)
    screen.viewDidLoad()
    for dance in 0..<14 {
      screen.viewWillAppear()
      for bar in 0..<6 { conductor.bars.accept(dance * 6 + bar) }
      conductor.tempo.accept(90 + dance)
      pause(milliseconds: 5)
      screen.viewDidDisappear()
      conductor.bars.accept(0)
    }
    print(screen.text)
    screen.viewWillAppear()
    for bar in 0..<10 {
      conductor.bars.accept(bar)
      pause(milliseconds: 4)
    }
    withExtendedLifetime(screen) {}
  }
}
