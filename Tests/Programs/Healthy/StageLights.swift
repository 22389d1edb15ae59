// healthy: an object for each scene with subscriptions of its own, known to the desk by a weak reference only
// says: The scene's bag goes with the scene, and with the bag all that it heard.
// allows: nothing

import Signals

private struct Cue: Sendable {
  let number: Int
  let level: Int
}

private final class Scene: Sendable {
  private let levels = Shared<[Int: Int]>([:])
  private let bag = DisposeBag()

  init(_ cues: PublishSubject<Cue>, _ blackout: PublishSubject<Void>) {
    cues.subscribe(next: { [weak self] cue in self?.set(cue) }).disposed(by: bag)
    blackout.subscribe(next: { [weak self] in self?.goDark() }).disposed(by: bag)
  }

  private func set(_ cue: Cue) { levels.update { $0[cue.number % 6] = cue.level } }
  private func goDark() { levels.update { $0 = [:] } }
  var lamps: Int { levels.value.count }
}

private struct WeakScene {
  weak var scene: Scene?
}

/// Knows the scenes that are on, but does not keep them.
private final class LightingDesk {
  let cues = PublishSubject<Cue>()
  let blackout = PublishSubject<Void>()
  private var scenes: [WeakScene] = []

  func begin() -> Scene {
    let scene = Scene(cues, blackout)
    scenes.append(WeakScene(scene: scene))
    return scene
  }

  var lit: Int { scenes.compactMap(\.scene).map(\.lamps).reduce(0, +) }
}

enum StageLights: LeakProgram {
  static func run() {
    let desk = LightingDesk()
    var seen = 0
    for act in 0..<12 {
      let scene = desk.begin()
      for number in 0..<5 { desk.cues.next(Cue(number: number + act, level: number * 20)) }
      pause(milliseconds: 5)
      seen += withExtendedLifetime(scene) { desk.lit }
      if act % 4 == 3 { desk.blackout.next(()) }
    }
    for number in 0..<20 {
      desk.cues.next(Cue(number: number, level: 0))
      pause(milliseconds: 2)
    }
    print("lamps seen", seen, "and now", desk.lit)
  }
}
