// healthy: a connection that nobody ends, without subscribers
// says: The list of countries is loaded when it is first asked for and replayed from then on.
// allows: nothing

import Glibc
import Signals

enum CountriesOnce: LeakProgram {
  static func run() {
    let server = PublishSubject<[String]>()
    let countries = server.replayLazily()
    for form in 0..<15 {
      let field = countries.subscribe(next: { _ in })
      if form == 0 { server.next(["AT", "CH"]) }
      pause(milliseconds: 4)
      field.dispose()
    }
    exit(0)
  }
}
