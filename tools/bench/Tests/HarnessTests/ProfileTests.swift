import Testing

@testable import Harness

@Suite struct ProfileTests {
  @Test func `A function's own instructions do not hold what it called; calls are counted where they arrive`()
  {
    let profile = Profile(
      text: """
        events: Ir
        summary: 130

        ob=/a
        fl=a.swift
        fn=outer
        0x10 20
        0x1a 10
        cfn=inner
        calls=5 0x40
        0x1b 100
        0x1b 0

        ob=/b
        fn=inner
        0x10 60
        0x1b 40
        """, locked: { $0 == "/a" ? [0x10, 0x1b] : [0x1b] })
    #expect(profile.functions["outer"] == Profile.Function(instructions: 30, locked: 20, calls: 0))
    #expect(
      profile.functions["inner"]
        == Profile.Function(instructions: 100, locked: 40, calls: 5, callers: ["outer": 5]))
    #expect(profile.total == (130, 60))
  }

  @Test func `The dearest function comes first, with its share and its calls for each unit`() {
    let profile = Profile(
      text: "ob=x\nfn=a\n0x1 25\ncfn=b\ncalls=5 0x1\n0x1 75\nfn=b\n0x1 75\n0x2 0\n", locked: { _ in [0x1] })
    #expect(
      profile.text(per: 5).split(separator: "\n") == [
        "    self   share  locked   calls  function",
        "      15     75%      15       1  b",
        "       5     25%       5       0  a",
      ])
  }

  @Test func `What costs in the runtime is told with who asks for it`() {
    let profile = Profile(
      text: "fn=a\ncfn=swift_retain\ncalls=10 1\n1 50\nfn=b\ncfn=swift_retain\ncalls=20 1\n1 75\n",
      locked: { _ in [] })
    #expect(
      profile.callers(per: 10).split(separator: "\n") == [
        "swift_retain: 3", "       2  from b", "       1  from a",
      ])
  }

  @Test func `The instructions that lock memory are those with the prefix, and xchg with memory`() {
    let listing = """
         1f892:\tlock cmpxchg %r14,0x30(%rbx)
         202a0:\tlock xadd %eax,0x8(%rdi)
         202a4:\txchg   %ax,%ax
         2a9b6:\txchg   %rax,0x10(%r13)
         30000:\txchg   %eax,0x30950(%rip)        # 34108 <_rtld_global@@GLIBC_PRIVATE+0x10e8>
      """
    #expect(LockedInstructions.addresses(listing: listing) == [0x1f892, 0x202a0, 0x2a9b6, 0x30000])
  }
}
