internal import TraceFormat

extension Evidence {
  /// What it says, in a sentence without its full stop; nil where a leak's path and first line tell it.
  package var sentence: Sentence? {
    switch self {
    case .subscriberGone, .stopFired, .otherBranchAlive: nil
    case .fedItsSubscriber(let life): "\(life: life) had fed its subscriber"
    case .droppedThere(let life, let values):
      "\(values, "value") of it came to \(life: life) and \(words: values == 1 ? "was" : "were") dropped"
    case .straysAfterEnd(let life, let values, let last):
      "\(values, "value") came to \(life: life) after its end, the last at \(moment: last), and nothing that was recorded sent \(words: values == 1 ? "it" : "them")"
    case .begunAfterStop(let count, let first):
      count == 1
        ? "\(life: first) was begun after the stop signal"
        : "\(count: Int(count)) were begun after the stop signal, \(life: first) first"
    case .endUnheard(let life):
      "Nobody had the handle of \(life: life) any more, or listened for its end: only the stop signal was to end it"
    case .stopUndone(let restarter, let again):
      "\(life: restarter) subscribed to its source again (\(life: again)): the stop was undone"
    case .stopLost(let failed, let restarter, let time):
      "\(life: failed), which a stop signal would have ended, failed at \(moment: time); the signal that \(life: restarter) began instead has no stop"
    case .stopHadCome(let stopper, let control, let time):
      "The stop signal of \(life: stopper) had come at \(moment: time), before \(life: control) listened to it"
    case .endNotPassedOn(let life, let inner, let hasFailed, let time, let count):
      count == 1
        ? "\(life: inner), which \(life: life) subscribed to, \(words: hasFailed ? "failed" : "completed") at \(moment: time), and \(life: life) has not ended"
        : "\(life: inner), which \(life: life) subscribed to, \(words: hasFailed ? "failed" : "completed") at \(moment: time), and \(life: life) has not ended: \(count: count) wait like it"
    case .siblingsStopped(let count, let first):
      count == 1
        ? "Another one that was subscribed to there was ended by its stop signal (\(life: first))"
        : "\(count: count) others that were subscribed to there were ended by their stop signals (\(life: first) first)"
    case .handleLetGo(let life, let time):
      "The handle of \(life: life) was let go at \(moment: time): no call can dispose it any more"
    case .handleReplaced(let life, let successor, let time):
      "The handle of \(life: life) was let go at \(moment: time), when the handle of \(life: successor) took its place"
    case .siblingsDisposed(let count, let first):
      count == 1
        ? "Another one that was subscribed to there was disposed (\(life: first))"
        : "\(count: count) others that were subscribed to there were disposed (\(life: first) first)"
    case .neighbourDisposed(let life, let line):
      "\(life: life), which was begun beside it at line \(count: Int(line)), was disposed"
    case .kinDisposed(let count, let first):
      "\(count: count) others that subscribed to the same source were disposed (\(life: first) first)"
    case .othersLeft(let count, let first):
      "The \(count: count) other subscribers of the shared connection have left (\(life: first) first): it is kept for this one"
    case .grownByRounds(let growth): growth.sentence
    case .outlivedSiblings(let age, let longest, let ended):
      "It has lived for \(duration: age); \(count: ended) others of its kind ended, the longest after \(duration: longest)"
    case .unanswered(let life, let age, let longest, let ended):
      "\(life: life) lived for \(duration: age) without a value until the program put it away; \(count: ended) others of its kind had values and ended, the longest after \(duration: longest)"
    case .letNothingThrough(let life, let values):
      "\(life: life) got \(values, "value") and let none through"
    case .startedAgain(let starts, 0):
      "\(count: starts) were started here, one after the other, and none has ended"
    case .startedAgain(let starts, let ended):
      "\(count: starts) were started here, one after the other, and \(count: ended) \(words: ended == 1 ? "has" : "have") ended"
    case .startedUntilTheEnd(let starts, let ended):
      "\(count: starts) were started here, one after the other, and \(words: ended == 0 ? "none" : String(ended)) ended before the program did"
    case .innersAlive(let life, let alive, let count):
      "\(count: alive) of \(count: count) inner signals of \(life: life) are alive"
    case .inputCompleted(let gathering, let input, let other):
      "\(life: input), an input of \(life: gathering), has completed; \(life: gathering) lives as long as its other one, \(life: other)"
    case .removed(let life, _, let time, let site?):
      "\(life: life) was taken out of its owner at \(place: site) (\(moment: time)), and not disposed"
    case .removed(let life, _, let time, nil):
      "\(life: life) was taken out of its owner at \(moment: time), and not disposed"
    case .formerOwnerDisposed(_, let time):
      "Its former owner was disposed at \(moment: time); the subscription runs on"
    case .ownerDisposed(_, let time):
      "The owner of its handle was disposed at \(moment: time); the subscription runs on"
    case .ownerFreed(_, let type, let time):
      "\(quoted: type ?? "Its owner") was freed at \(moment: time); its subscription lives"
    case .heldBy(_, let children, let type, let site?):
      "Held by the \(quoted: type ?? "owner") of \(place: site), which holds \(count: children) and was never disposed"
    case .heldBy(_, let children, _, nil):
      "All are held by one owner, which holds \(count: children) and was never disposed"
    case .heldUntilTheEnd(_, let children, let type, let site):
      "Held by the \(quoted: type ?? "owner") of \(place: site), which held \(count: children) and was disposed only then"
    case .heldByManyUntilTheEnd(let count, let type, let site):
      "All were held by \(count: count) \(quoted: type ?? "owner")s of \(place: site), which were disposed only then"
    case .eachHeldByItsOwn(let count, let type, _):
      "\(count: count) \(quoted: type ?? "owner")s are alive, each with a subscription of its own"
    case .nestedInItself(let life, let depth):
      "\(life: life) is nested in itself, \(count: depth) deep"
    case .deeperEachTime(let life, let site, let depth, let count):
      "\(life: life) goes through \(site: site) \(count: depth) times; each of the last \(count: count) went through it more often than the one before"
    case .begunWithinItself(let life, let depth):
      "A value of \(life: life) began the next one of this line, and so on, \(count: depth) deep; all of them live"
    case .receiverDisposed(let receiver, let site, let time):
      "\(life: receiver), \(site: site), began it for a value, and was disposed at \(moment: time)"
    case .begunDuring(let root, let receiver, let site):
      "\(life: root) was begun as \(life: receiver), \(site: site), received a value"
    case .connectionIdle(let life, let kind):
      kind == 1
        ? "The connection \(life: life) goes on without a subscriber"
        : "\(count: kind) connections like \(life: life) go on without a subscriber"
    case .putAwayAtEnd(let count, let time):
      "\(count: count) of them were put away at \(moment: time), as the program came to its end"
    case .endedWithProgram(let life, let time):
      "\(life: life) ended only with the program, at \(moment: time)"
    case .droppedOfUnknown(let life, let values, let sender):
      "\(values, "value") came to \(life: life) and \(words: values == 1 ? "was" : "were") dropped; \(life: sender) is the only one known that may have sent \(words: values == 1 ? "it" : "them")"
    case .differs(.thread(let thread)):
      "All that live were begun on thread \(count: UInt64(thread.rawValue)), and none of the ended ones was"
    case .differs(.owner(let type, let site)):
      "All that live are held by the \(quoted: type ?? "owner") of \(place: site), and none of the ended ones was"
    }
  }

  /// Two pieces of evidence of one kind say the same of different subscriptions.
  var kind: Int {
    switch self {
    case .subscriberGone: 0
    case .fedItsSubscriber: 1
    case .droppedThere: 2
    case .straysAfterEnd: 3
    case .stopFired: 4
    case .begunAfterStop: 5
    case .stopUndone: 6
    case .otherBranchAlive: 7
    case .handleLetGo: 8
    case .handleReplaced: 9
    case .siblingsDisposed: 10
    case .neighbourDisposed: 11
    case .kinDisposed: 22
    case .othersLeft: 23
    case .outlivedSiblings: 24
    case .formerOwnerDisposed: 25
    case .grownByRounds: 26
    case .startedAgain: 12
    case .innersAlive: 13
    case .removed: 14
    case .ownerDisposed: 15
    case .ownerFreed: 16
    case .heldBy: 17
    case .eachHeldByItsOwn: 18
    case .nestedInItself: 19
    case .connectionIdle: 20
    case .putAwayAtEnd: 21
    case .stopLost: 27
    case .siblingsStopped: 28
    case .startedUntilTheEnd: 29
    case .endedWithProgram: 30
    case .droppedOfUnknown: 31
    case .differs: 32
    case .heldUntilTheEnd: 33
    case .endUnheard: 34
    case .begunWithinItself: 35
    case .begunDuring: 36
    case .receiverDisposed: 37
    case .endNotPassedOn: 38
    case .deeperEachTime: 39
    case .inputCompleted: 40
    case .heldByManyUntilTheEnd: 41
    case .stopHadCome: 42
    case .unanswered: 43
    case .letNothingThrough: 44
    }
  }
}
