/// The sum of all values that arrived: the same in every library, or the row measures nothing. One thread at a time.
@exclusivity(unchecked) nonisolated(unsafe) var sum = 0

/// The sum of the values that arrived while `body` ran.
func sumWhile(_ body: () -> Void) -> Int {
  let before = sum
  body()
  return sum &- before
}

// Functions of a program: called, not inlined, as by any operator.
@inline(never) func increment(_ value: Int) -> Int { value &+ 1 }
@inline(never) func isNatural(_ value: Int) -> Bool { value >= 0 }
