import ArgumentParser

/// Subscriptions as they are typed: `10`, `#10`, `'#10,#21'`.
struct SubscriptionNumbers: Hashable {
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

  /// The numbers that `text` is, for an option.
  static func numbers(_ text: String) throws -> SubscriptionNumbers {
    guard let numbers = SubscriptionNumbers(argument: text) else {
      throw ValidationError(
        "'\(text.visible)' is no number of a subscription; type it as 10 or 10,21. rxtrace render has them in column ID."
      )
    }
    return numbers
  }
}
