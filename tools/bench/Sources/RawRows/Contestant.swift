public import Harness
import RawLimit

extension Contestant {
  public static let rawLimit: Contestant = {
    var contestant = Contestant("raw limit")
    contestant.addFanOut(.fanOut1, 1)
    contestant.addFanOut(.fanOut10, 10)
    contestant.addFanOut(.fanOut1000, 1000)
    contestant.addChains()
    contestant.addLongChains()
    contestant.addSubscribing()
    contestant.addSignalsOfSignals()
    contestant.addState()
    contestant.addQueue()
    contestant.addValues()
    contestant.addLives()
    return contestant
  }()
}
