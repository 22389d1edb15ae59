// fault: task-nobody-cancels
// verdict: suspect
// proof: run
// says: two tasks of each window are kept by nobody, are not cancelled as it closes, and read on
// source: bocan/bocan-music #279
// fix: every task of the model is kept, and all of them are cancelled as the model goes

import Signals

/// The player of the application, which outlives its windows.
private final class Player: Sendable {
  let state = BehaviorSubject("paused")
  let position = PublishSubject<Int>()
  let track = BehaviorSubject("none")
  let queue = BehaviorSubject<[String]>([])

  func play(_ title: String) {
    track.next(title)
    state.next("playing")
    for second in 0..<4 {
      position.next(second)
      pause(milliseconds: 3)
    }
    queue.next([title, "next of \(title)"])
  }
}

/// What a window of the player shows.
private final class NowPlayingModel: Sendable {
  private struct Shown: Sendable {
    var title = ""
    var seconds = 0
    var upcoming = 0
  }

  private let shown = Shared(Shown())
  private let tasks = Shared<[Task<Void, any Error>]>([])

  init(_ player: Player) {
    observe(player.state.values()) { model, state in model.shown.update { $0.title = state } }
    observe(player.position.values(buffering: .newest(1))) { model, second in
      model.shown.update { $0.seconds = second }
    }
    observeTrack(of: player)
  }

  deinit { for task in tasks.value { task.cancel() } }

  private func observe<Value>(
    _ values: AsyncValues<Value>, _ show: @escaping @Sendable (NowPlayingModel, Value) -> Void
  ) {
    let task = Task { [weak self] in
      for try await value in values { if let self { show(self, value) } }
    }
    tasks.update { $0.append(task) }
  }

  private func observeTrack(of player: Player) {
    let track = Task { [weak self] in
      for try await title in player.track.values() {  // LEAK
        self?.shown.update { $0.title = title }
      }
    }
    let queue = Task { [weak self] in
      for try await titles in player.queue.values() {  // LEAK
        self?.shown.update { $0.upcoming = titles.count }
      }
    }
    if mended { tasks.update { $0 += [track, queue] } }
  }
}

enum PlayerObservations: LeakProgram {
  static func run() {
    let player = Player()
    let scrobbler = player.track.distinctUntilChanged().skip(1).subscribe(next: { _ in })
    for window in 0..<3 {
      let model = NowPlayingModel(player)
      pause(milliseconds: 5)
      player.play("song \(window)")
      pause(milliseconds: 5)
      player.play("encore \(window)")
      withExtendedLifetime(model) {}
    }
    pause(milliseconds: 10)
    player.play("last song")
    scrobbler.dispose()
  }
}
