// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the field sets the model, the model sets the field, and each send begins the other again

import Signals

/// A field and its model, bound both ways.
enum TwoWayBinding: LeakProgram {
  static func run() {
    let field = BehaviorSubject(0)
    let model = BehaviorSubject(0)
    let sends = Shared(0)
    let fromField = mended ? field.distinctUntilChanged() : field
    let bindings = CompositeDisposable([
      fromField.subscribe(next: { value in
        if sends.update({
          $0 += 1; return $0
        }) < 2000 {
          model.next(value)
        }  // LEAK
      }),
      model.subscribe(next: { value in field.next(value) }),  // LEAK
    ])
    for key in 1...5 { field.next(key) }
    bindings.dispose()
    print("sends \(sends.value)")
  }
}
