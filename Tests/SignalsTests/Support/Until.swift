import Testing

/// Waits until `isSo` is true: five minutes at most. On a machine without a free processor it looks a thousand times all the same.
func until(_ isSo: @Sendable () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
  let end = ContinuousClock.now + .seconds(300)
  var looks = 0
  while !isSo(), ContinuousClock.now < end || looks < 1000 {
    looks += 1
    try? await Task.sleep(for: .milliseconds(1))
  }
  #expect(isSo(), sourceLocation: sourceLocation)
}
