// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: nobody ever signs in, so each press of save is swallowed by withLatestFrom

import Signals

/// Saves for the account that is signed in.
enum SaveWithAccount: LeakProgram {
  static func run() {
    let save = PublishSubject<Int>()
    let account = PublishSubject<String>()
    let known = mended ? account.startWith("guest") : account
    let saves = save.withLatestFrom(known) { "\($1) \($0)" }  // LEAK
    let saving = saves.subscribe(next: { _ in })
    for press in 0..<1500 { save.next(press) }
    pause(milliseconds: 20)
    saving.dispose()
  }
}
