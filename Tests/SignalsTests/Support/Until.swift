import Testing

/// Waits until something is so: half a minute at most.
func until(_ isSo: @Sendable () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
  let end = ContinuousClock.now + .seconds(30)
  while !isSo(), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(1)) }
  #expect(isSo(), sourceLocation: sourceLocation)
}
