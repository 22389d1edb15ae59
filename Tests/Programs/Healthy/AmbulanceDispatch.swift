// healthy: inner signals alive for long, a few of them at the end
// says: Each call is followed until its own ambulance is back; the last three are still on the road as the shift ends.
// allows: nothing

import Signals

private struct Position: Sendable {
  let ambulance: Int
  let metres: Int
}

/// Calls, and where the ambulances are that were sent.
private final class Dispatch: Sendable {
  let calls = PublishSubject<Int>()
  let positions = PublishSubject<Position>()
  let back = PublishSubject<Int>()

  func follow() -> Subscription {
    calls
      .flatMap { [positions, back] ambulance in
        positions.filter { $0.ambulance == ambulance }
          .take(until: back.filter { $0 == ambulance })
      }
      .subscribe(next: { _ in })
  }
}

enum AmbulanceDispatch: LeakProgram {
  static func run() {
    let dispatch = Dispatch()
    let map = dispatch.follow()
    for call in 0..<30 {
      dispatch.calls.next(call)
      for ambulance in max(0, call - 3)...call {
        dispatch.positions.next(Position(ambulance: ambulance, metres: 500 - call))
      }
      pause(milliseconds: 4)
      if call >= 3 { dispatch.back.next(call - 3) }
    }
    pause(milliseconds: 10)
    map.dispose()
  }
}
