import Testing

@testable import ProcessInspection

@Suite struct ExecutableTests {
  @Test(
    arguments: [
      ("ls", "/usr/bin:/bin", ["/usr/bin/ls", "/bin/ls"], "each folder in turn"),
      ("ls", ":/bin:", ["ls", "/bin/ls", "ls"], "an empty folder is this one"),
      ("ls", nil, ["/bin/ls", "/usr/bin/ls"], "without PATH the usual ones"),
      ("./ls", "/bin", ["./ls"], "a path is taken as it is"),
      ("a/b", "/bin", ["a/b"], "a path is taken as it is"),
      ("", "/bin", [], "no name, no program"),
    ] as [(String, String?, [String], String)])
  func `A program is looked for where a shell looks for it`(
    program: String, path: String?, expected: [String], because reason: String
  ) {
    let found = Executable.candidates(for: Array(program.utf8), path: path)
    #expect(found == expected.map { Array($0.utf8) }, "\(reason)")
  }
}
