// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the field sets the model, the model sets the field, and each send begins the other again

import Signals

/// A field and its model, bound both ways.
enum TwoWayBinding: LeakProgram {
  static func run() {
    let field = BehaviorSubject(0)  // LEAK
    let model = BehaviorSubject(0)  // LEAK
    let sends = Shared(0)
    let fromField = mended ? field.distinctUntilChanged() : field
    let bindings = CompositeDisposable()
    bindings.add(
      fromField.subscribe(next: { value in  // LEAK
        sends.update { $0 += 1 }
        if sends.value < 2000 { model.next(value) }
      }))
    bindings.add(model.subscribe(next: { value in field.next(value) }))  // LEAK
    for key in 1...5 { field.next(key) }
    bindings.dispose()
    print("sends \(sends.value)")
  }
}
