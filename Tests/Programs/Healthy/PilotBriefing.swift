// healthy: take(1) above flatMap, whose inner signal never ends
// says: Signing on once begins the weather of the day; the app keeps the handle, and the pilot signs off with it before the next one.
// allows: nothing

import Signals

private struct Weather: Sendable {
  let pilot: String
  let wind: Int
}

/// The briefing room, which shows a pilot the weather from signing on to signing off.
private final class Briefing {
  let signsOn = PublishRelay<String>()
  private let tower = QueueScheduler("tower")
  private let shown = Shared<[String: Int]>([:])
  private var display: Subscription?

  func open() {
    let tower = tower
    display = signsOn.take(1)
      .flatMap { pilot in
        Signal<Int>.interval(.milliseconds(4), on: tower).map { Weather(pilot: pilot, wind: $0 % 30) }
      }
      .subscribe(next: { [shown] weather in shown.update { $0[weather.pilot, default: 0] += 1 } })
  }

  func signOff() {
    display?.dispose()
    display = nil
  }

  var pilots: [String] { shown.value.keys.sorted() }
}

enum PilotBriefing: LeakProgram {
  static func run() {
    let briefing = Briefing()
    for pilot in ["Earhart", "Lindbergh", "Markham", "Post", "Scott"] {
      briefing.open()
      briefing.signsOn.accept(pilot)
      pause(milliseconds: 35)
      if pilot != "Scott" { briefing.signOff() }
    }
    print("briefed", briefing.pilots)
    // The last pilot is still in the room.
    pause(milliseconds: 80)
    withExtendedLifetime(briefing) {}
  }
}
