import Signals

@inline(never)
func sendOften(_ numbers: PublishSubject<Int>) {
  for value in 0..<number("often") { numbers.next(value) }
}

@inline(never)
func sendSeldom(_ numbers: PublishSubject<Int>) {
  var value = number("seldom")
  while value > 0 {
    numbers.next(-value)
    value -= 1
  }
}

/// `often` values sent from one function, `seldom` from another.
func sendFromTwoPlaces() {
  let numbers = PublishSubject<Int>()
  _ = numbers.subscribe(next: { _ in })
  sendOften(numbers)
  sendSeldom(numbers)
  // Tracers find the names of functions in the program's memory map, while it lives.
  sleep(milliseconds: number("milliseconds"))
}
