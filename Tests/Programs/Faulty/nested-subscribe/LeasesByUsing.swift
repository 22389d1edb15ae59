// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: `using` ends what is in its resource; the renewal of an exclusive lease is begun in there and put nowhere

import Signals

private enum LeaseKind: Sendable {
  case shared, exclusive
}

/// Hands out leases on documents.
private struct LeaseService: Sendable {
  let beats = PublishSubject<Int>()
  let edits = PublishSubject<String>()
  let renewed = Shared(0)

  /// The edits of a document, under a lease that is renewed as long as somebody listens.
  func edits(of document: Int, _ kind: LeaseKind) -> Signal<String> {
    .using(
      { CompositeDisposable() },
      signal: { [self] lease in
        switch kind {
        case .shared:
          lease.add(beats.filter { $0 % 4 == 0 }.subscribe(next: { _ in renewed.update { $0 += 1 } }))
        case .exclusive:
          let renewal = beats.subscribe(next: { _ in renewed.update { $0 += 1 } })  // LEAK
          if mended { lease.add(renewal) }
        }
        return edits.filter { $0.hasPrefix("\(document)") }
      })
  }
}

enum LeasesByUsing: LeakProgram {
  static func run() {
    let service = LeaseService()
    for document in 0..<12 {
      let editor = service.edits(of: document, document % 3 == 1 ? .exclusive : .shared)
        .subscribe(next: { _ in })
      for beat in 0..<5 { service.beats.next(beat) }
      service.edits.next("\(document) changed")
      pause(milliseconds: 3)
      editor.dispose()
    }
    for beat in 0..<30 {
      service.beats.next(beat)
      pause(milliseconds: 2)
    }
    print("renewed", service.renewed.value > 0)
  }
}
