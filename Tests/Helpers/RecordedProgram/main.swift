import Glibc

// RecordedProgram MODE ARGUMENT…: does what MODE says with traced subscriptions, and nothing else.

let words = CommandLine.arguments

func number(_ index: Int) -> Int {
  guard words.count > index, let number = Int(words[index]) else { fatalError("\(words): argument \(index)") }
  return number
}

switch words.count > 1 ? words[1] : "" {
case "every": reportEveryKind()
case "measure": measure(events: number(2), threads: number(3))
case "endless": sendEndlessly(Counters(path: words[2], threads: number(3)), threads: number(3))
case "send": sendSome(Counters(path: words[2], threads: number(3)), threads: number(3), rounds: number(4))
case "end": endAbruptly(words[2], Counters(path: words[3], threads: 1))
case "fork": forkChildren(words[2], Counters(path: words[3], threads: 2))
case "threads": comeAndGo(threads: number(2))
case "close": closeEverything(path: words[2], Counters(path: words[3], threads: 1))
case "signals": sendFromSignals(Counters(path: words[2], threads: 1), rounds: number(3))
case "texts": sendTexts()
case "secrets": sendSecrets(threads: number(2), rounds: number(3))
case "fork-secrets": forkWithSecrets(times: number(2))
case "restart-secrets": restartWithSecrets(folder: words[2], times: number(3))
case "restart": restart(folder: words[2], times: number(3))
case "allocations": countAllocations(rounds: number(2))
case "churn":
  churnDescriptors(path: words[2], Counters(path: words[3], threads: 2), rounds: number(4))
case "cancel": cancelThreads(Counters(path: words[2], threads: 1), times: number(3))
case "stop-twice": stopTwice(folder: words[2], times: number(3))
case "last-thread": endByLastThread(Counters(path: words[2], threads: 1))
case "own-fault": faultInOwnMapping(path: words[2], Counters(path: words[3], threads: 1))
case "caused":
  sendCaused(Counters(path: words[2], threads: number(3)), threads: number(3), rounds: number(4))
case "order": try printOrder(path: words[2])
case "asked": doAsAsked()
case "churn-lives": churnLives(words[2])
case "filter-later": sendAndFilterLater()
case "tally": try printTally(path: words[2])
case "living": liveAndDie(Living(path: words[2], threads: number(3), most: number(4)))
case "family": liveAsFamily(words[2], inherited: number(3))
case "many":
  liveInNumbers(number(2), closes: words.contains("closed"), changesUser: words.contains("changed"))
case "middle": try recordFromTheMiddle(path: words[2])
case "on-demand": sendOnDemand(Counters(path: words[2], threads: 1))
case "hung": actBesideHungDisk(Counters(path: words[2], threads: 1))
case "first-events": countFirstAllocations(threads: number(2))
case "first": tellFirst()
case "crowded": beginWithoutThreads(milliseconds: number(2))
case "rights":
  giveUpRight(words[2], when: words[3], threads: number(4), Counters(path: words[5], threads: number(4) + 1))
case "filtered": sendUnderFilter(Counters(path: words[2], threads: 12))
case "exit-in-handler": exitInHandlers(Counters(path: words[2], threads: 4), times: number(3))
case "sessions":
  serveSessions(number(2), eachSecond: number(3), leakingEach: words.count > 4 ? number(4) : 100_000)
case "crowd": beginTogether(threads: number(2))
case "no-descriptors": reportWithoutDescriptors()
default:
  print("unknown mode")
  exit(64)
}
