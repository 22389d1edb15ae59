extension Observer where Value == Void {
  /// Sends the one value that there is: `next(())`.
  public func next() { next(()) }
}
