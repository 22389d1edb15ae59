extension Leak {
  /// The fault, in a few words.
  package var title: String { Rules.rule(of: reason).title(of: self) }
}

extension Leak.Reason {
  /// The verdict in words.
  package var rule: RuleDescription { Rules.rule(of: self).description }
}
