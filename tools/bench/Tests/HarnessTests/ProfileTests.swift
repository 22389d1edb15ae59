import Testing

@testable import Harness

@Suite struct ProfileTests {
  @Test("A function's own instructions do not hold what it called, and calls are counted where they arrive")
  func ownAndCalled() {
    let profile = Profile(
      text: """
        events: Ir
        summary: 130

        fl=a.swift
        fn=outer
        10 20
        +1 10
        cfn=inner
        calls=5 40
        +1 100
        * 0

        fn=inner
        40 60
        -3 40
        """)
    #expect(profile.functions["outer"] == Profile.Function(instructions: 30, calls: 0))
    #expect(
      profile.functions["inner"] == Profile.Function(instructions: 100, calls: 5, callers: ["outer": 5]))
  }

  @Test("The dearest function comes first, with its share and its calls for each unit")
  func text() {
    let profile = Profile(text: "fn=a\n1 25\ncfn=b\ncalls=5 1\n1 75\nfn=b\n1 75\n")
    #expect(
      profile.text(per: 5).split(separator: "\n") == [
        "    self   share   calls  function",
        "      15     75%       1  b",
        "       5     25%       0  a",
      ])
  }

  @Test("What costs in the runtime is told with who asks for it")
  func callers() {
    let profile = Profile(
      text: "fn=a\ncfn=swift_retain\ncalls=10 1\n1 50\nfn=b\ncfn=swift_retain\ncalls=20 1\n1 75\n")
    #expect(
      profile.callers(per: 10).split(separator: "\n") == [
        "swift_retain: 3", "       2  from b", "       1  from a",
      ])
  }
}
