// healthy: two subjects that set each other
// says: The slider sets the field and the field the slider; a value that is the same is not set again.
// allows: nothing

import Signals

enum SliderAndField: LeakProgram {
  static func run() {
    let slider = BehaviorSubject(0)
    let field = BehaviorSubject(0)
    let first = slider.distinctUntilChanged().subscribe(next: { field.next($0) })
    let second = field.distinctUntilChanged().subscribe(next: { slider.next($0) })
    for value in 0..<60 {
      if value % 2 == 0 { slider.next(value) } else { field.next(value) }
      if value % 6 == 0 { pause(milliseconds: 2) }
    }
    first.dispose()
    second.dispose()
  }
}
