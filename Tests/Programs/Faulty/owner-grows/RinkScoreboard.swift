// fault: owner-grows
// verdict: suspect
// proof: run
// says: viewWillAppear subscribes once more each time, into a bag that is emptied only when the screen goes for good

import Signals

private struct Goal: Sendable {
  let team: Int
  let minute: Int
}

/// What the league sends, all evening.
private final class League: Sendable {
  let goals = PublishSubject<Goal>()
  let penalties = PublishSubject<Int>()
}

/// A screen that is shown, covered by others and shown again.
private final class ScoreScreen {
  private let league: League
  private var bag = DisposeBag()
  private let score = Shared([0, 0])
  private let banner = Shared("")

  init(_ league: League) { self.league = league }

  func viewDidLoad() {
    league.penalties.filter { $0 > 2 }
      .subscribe(next: { [banner] minutes in banner.update { $0 = "\(minutes) minutes" } })
      .disposed(by: loaded)
  }

  private let loaded = DisposeBag()

  func viewWillAppear() {
    league.goals
      .map { $0.team }
      .subscribe(next: { [score] team in score.update { $0[team] += 1 } })  // LEAK
      .disposed(by: bag)  // LEAK
  }

  func viewDidDisappear() {
    if mended { bag = DisposeBag() }
  }

  var text: String { score.value.map { "\($0)" }.joined(separator: ":") }
}

enum RinkScoreboard: LeakProgram {
  static func run() {
    let league = League()
    let screen = ScoreScreen(league)
    screen.viewDidLoad()
    for period in 0..<12 {
      screen.viewWillAppear()
      league.goals.next(Goal(team: period % 2, minute: period * 5))
      league.penalties.next(period % 5)
      screen.viewDidDisappear()
      pause(milliseconds: 4)
    }
    screen.viewWillAppear()
    for minute in 0..<10 {
      league.goals.next(Goal(team: minute % 2, minute: 50 + minute))
      pause(milliseconds: 3)
    }
    print("score", screen.text)
    withExtendedLifetime(screen) {}
  }
}
