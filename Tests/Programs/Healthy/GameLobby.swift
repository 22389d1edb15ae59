// healthy: a long run: matches of all lengths, timers, teams that share, spectators, a league table for good
// says: Matches begin and end all evening, a few are played when the server is told to stop, and the table listens to all of them.
// allows: nothing

import Glibc
import Signals
import Synchronization

private enum Move: Sendable { case point(team: Int), pause, whistle }

private final class Match: Sendable {
  let number: Int
  let moves = PublishSubject<Move>()
  let score: Signal<[Int]>
  private let clock: QueueScheduler
  private let bag = DisposeBag()

  init(_ number: Int, on clock: QueueScheduler) {
    self.number = number
    self.clock = clock
    let whistle = moves.filter { if case .whistle = $0 { true } else { false } }
    score =
      moves
      .take(until: whistle)
      .compactMap { if case .point(let team) = $0 { team } else { nil } }
      .scan([0, 0]) { score, team in
        var score = score
        score[team] += 1
        return score
      }
      .share(replay: 1)
  }

  func start(_ results: PublishSubject<[Int]>) {
    score.takeLast(1).subscribe(next: { results.next($0) }).disposed(by: bag)
    Signal<Int>.timer(after: .milliseconds(40 + number % 7 * 15), on: clock)
      .subscribe(next: { [weak self] _ in self?.moves.next(.whistle) })
      .disposed(by: bag)
  }

  func end() { moves.completed() }
}

private final class Spectator: Sendable {
  let points = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ match: Match) {
    match.score
      .map { $0[0] + $0[1] }
      .distinctUntilChanged()
      .subscribe(next: { [weak self] in self?.points.store($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

private final class League: Sendable {
  let results = PublishSubject<[Int]>()
  let played = Atomic<Int>(0)

  func keepTable() {
    _ = results.scan(0) { total, score in total + score[0] + score[1] }
      .subscribe(next: { _ in self.played.add(1, ordering: .relaxed) })
  }
}

enum GameLobby: LeakProgram {
  static func run() {
    let clock = QueueScheduler("matches")
    let league = League()
    league.keepTable()
    let matches = Shared<[Match]>([])
    let stand = Shared<[Spectator]>([])
    for minute in 0..<160 {
      if minute % 5 == 0 {
        let match = Match(minute, on: clock)
        match.start(league.results)
        matches.update { $0.append(match) }
      }
      for match in matches.value {
        match.moves.next(minute % 4 == 3 ? .pause : .point(team: (minute + match.number) % 2))
      }
      if let match = matches.value.last { stand.update { $0.append(Spectator(match)) } }
      if stand.value.count > 20 { stand.update { _ = $0.removeFirst() } }
      if matches.value.count > 6 { matches.update { $0.removeFirst() }.end() }
      pause(milliseconds: 6)
    }
    print("played", league.played.load(ordering: .relaxed) > 5)
    exit(0)
  }
}
