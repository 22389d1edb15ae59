// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: switching off completes the measuring above repeat, which begins it again

import Signals

/// Measures a pump until it is switched off.
enum PumpRestart: LeakProgram {
  static func run() {
    let pressure = PublishSubject<Int>()
    let off = PublishSubject<Void>()
    let pulses = pressure.take(6)
    let measured = mended ? pulses.repeat().take(until: off) : pulses.take(until: off).repeat()  // LEAK
    _ = measured.subscribe(next: { _ in })
    for value in 0..<20 { pressure.next(value) }
    off.next(())
    for value in 0..<30 { pressure.next(value) }
    pause(milliseconds: 20)
  }
}
