// ProbedProgram SCENARIO [NAME=NUMBER …]: does what SCENARIO says, as often as it is told, for tracers to count.
//
// children=1: the same, in a process of its own, at the same time.
// wait=1: says "ready" and begins when a line comes in.   linger=1: says "done" and ends when a line comes in.

if number("wait") == 1 {
  say("ready")
  _ = readLine()
}

let child = number("children") > 0 ? startChild() : nil

switch CommandLine.arguments.dropFirst().first {
case "chains": runChains()
case "slow": runSlowOperator()
case "leaks": leakSome()
case "owners": growOwners()
case "work": scheduleWork()
case "errors": fail()
case "stacks": sendFromTwoPlaces()
case "kinds": reportEveryKind()
case "names": reportFirstTimeNames()
case "arguments": fireWithRandomArguments()
case "load": sendUntilTold()
case "cost": measureCost()
case "chain": runLongChain()
default: fatalError("unknown scenario")
}

if let child { wait(for: child) }

if number("linger") == 1 {
  say("done")
  _ = readLine()
}
