import ArgumentParser

/// Subscriptions as they are typed: `10`, `#10`, `'#10,#21'`.
struct SubscriptionNumbers: ExpressibleByArgument, Hashable {
  let numbers: Set<Int>

  init?(argument: String) {
    var numbers = Set<Int>()
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let digits = word.hasPrefix("#") ? word.dropFirst() : word
      guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits), number > 0 else {
        return nil
      }
      numbers.insert(number)
    }
    self.numbers = numbers
  }
}
