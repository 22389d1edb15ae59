// fault: results-outlive-their-screen
// verdict: suspect
// proof: run
// says: the results of a dialogue never end, so each one that was closed leaves its subscription in the bag of the parent
// source: Brightify/Reactant #32
// fix: the wireframe ends the results as the dialogue is freed

import Signals

/// A dialogue in which the user chooses a colour.
private final class ColourDialogue: Sendable {
  let (lifetime, token) = Lifetime.make()
  private let results: PublishSubject<String>

  init(reportingTo results: PublishSubject<String>) { self.results = results }

  func choose(_ colour: String) { results.next(colour) }
}

/// Makes screens, and connects them with those that present them.
private struct Wireframe: Sendable {
  func create(
    _ factory: (PublishSubject<String>) -> ColourDialogue
  ) -> (dialogue: ColourDialogue, results: Signal<String>) {
    let results = PublishSubject<String>()
    let dialogue = factory(results)
    if mended { return (dialogue, results.take(during: dialogue.lifetime)) }
    return (dialogue, results)  // LEAK
  }
}

/// The screen on which the user draws.
private final class DrawingScreen: Sendable {
  let colour = Shared("black")
  let strokes = PublishRelay<Int>()
  private let length = Shared(0)
  private let wireframe = Wireframe()
  private let presented = Shared<ColourDialogue?>(nil)
  private let bag = DisposeBag()

  init() {
    strokes.scan(0) { $0 + $1 }
      .subscribe(next: { [length] total in length.update { $0 = total } })
      .disposed(by: bag)
  }

  func openColours() {
    let made = wireframe.create { ColourDialogue(reportingTo: $0) }
    made.results
      .subscribe(next: { [colour] name in colour.update { $0 = name } })
      .disposed(by: bag)
    presented.update { $0 = made.dialogue }
  }

  func choose(_ name: String) { presented.value?.choose(name) }

  func closeColours() { presented.update { $0 = nil } }
}

enum WireframeResults: LeakProgram {
  static func run() {
    let screen = DrawingScreen()
    for (number, name) in ["red", "green", "blue", "grey", "pink", "gold"].enumerated() {
      screen.openColours()
      pause(milliseconds: 15)
      if number % 3 != 2 { screen.choose(name) }
      screen.closeColours()
      screen.strokes.accept(12)
      pause(milliseconds: 15)
    }
    pause(milliseconds: 100)
    print("colour", screen.colour.value)
    withExtendedLifetime(screen) {}
  }
}
