import Testing

/// What the contract says of recursion, in the build that it says it of.
@Suite struct LongChainTests {
  @Test(
    .enabled(
      if: Programs.isRelease,
      "a debug build needs more stack: tools/test makes a release build and names it in RXTRACE_RELEASE"),
    arguments: [[:], ["RXTRACE": "chain.rxtrace"]])
  func `a chain of 10,000 operators is subscribed to, sent to and ended within 4 MiB of stack`(
    environment: [String: String]
  ) throws {
    let scratch = try Scratch()
    let outcome = try Programs.run(
      Programs.path("ProbedProgram"), ["chain", "operators=10000", "stack=\(4 << 20)"],
      environment: environment, in: scratch.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "10000\ndisposed\n")
  }
}
