import CTorturedProgram
import Glibc

// TorturedProgram MODE ARGUMENT…: does to signals what a program should not, and says how that went.

let words = CommandLine.arguments

func number(_ index: Int) -> Int {
  guard words.count > index, let number = Int(words[index]) else { fatalError("\(words): argument \(index)") }
  return number
}

switch words.count > 1 ? words[1] : "" {
case "fork": forkChildren(words[2], count: number(3))
case "first": forkInFirstUse(microseconds: number(2))
case "handle": forkBesideHandle(count: number(2))
case "owners": forkBesideOwners(count: number(2))
case "end": endInside(words[2])
case "late": sendLate()
case "handler": sendFromHandler()
case "waiting": cancelWaiting()
case "talk": talk(lines: number(2))
case "unseen": forkUnseen(words[2], thenDo: words[3])
case "copies": guard_twice(words[2], words[3])
case "unheard": failUnheard()
case "leave": leaveThreads(areQuiet: words.contains("quiet"), isLeaking: words.contains("leaking"))
case "lives": liveAndDie(count: number(2))
case "cancels": cancelThreads(count: number(2))
case "descriptors": reuseDescriptors(folder: words[2], rounds: number(3))
case "forge": exit(forge_calls(words[2]))
default:
  print("unknown mode")
  exit(64)
}
