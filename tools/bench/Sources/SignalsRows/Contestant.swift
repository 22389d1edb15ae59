public import Harness
import Signals

extension Contestant {
  public static let signals: Contestant = {
    var contestant = Contestant("Signals")
    contestant.addEvents()
    contestant.addSubscribing()
    contestant.addSignalsOfSignals()
    contestant.addSeveralSources()
    contestant.addReplay()
    contestant.addSharing()
    contestant.addState()
    contestant.addQueue()
    contestant.addOperators()
    contestant.addValues()
    contestant.addLives()
    contestant.addHoldings()
    return contestant
  }()
}
