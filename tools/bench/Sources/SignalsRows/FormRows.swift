import Harness

extension Contestant {
  /// The rows in which forms of the core are compared: what each of them has.
  init(form name: String) {
    self.init(name)
    addEvents()
    addSubscribing()
    addSignalsOfSignals()
    addCombineLatest()
    addSharing()
    addTake()
  }
}
