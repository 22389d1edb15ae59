public import Harness
import OpenCombine

extension Contestant {
  public static let openCombine: Contestant = {
    var contestant = Contestant("OpenCombine")
    contestant.addEvents()
    contestant.addSubscribing()
    contestant.addSignalsOfSignals()
    contestant.addSeveralSources()
    contestant.addSharing()
    contestant.addState()
    contestant.addQueue()
    contestant.addOperators()
    contestant.addLives()
    return contestant
  }()
}
