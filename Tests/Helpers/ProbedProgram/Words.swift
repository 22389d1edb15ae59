import Glibc

private let numbers: [String: Int] = {
  var numbers: [String: Int] = [:]
  for word in CommandLine.arguments.dropFirst(2) {
    let parts = word.split(separator: "=")
    guard parts.count == 2, let number = Int(parts[1]) else { fatalError("not NAME=NUMBER: \(word)") }
    numbers[String(parts[0])] = number
  }
  return numbers
}()

/// What the command line says of `name`; 0 if it says nothing.
func number(_ name: String) -> Int { numbers[name] ?? 0 }

func say(_ text: String) {
  print(text)
  fflush(nil)
}
