import Glibc
import Testing
import TraceFormat

@testable import SignalTracing

@Suite("RXTRACE in the environment")
struct RecorderEnvironmentTests {
  let folder = TemporaryFolder()

  @Test(
    "names the file and what goes into it",
    arguments: [
      ([:], nil, nil, .max, "nothing is asked for"),
      (["RXTRACE": ""], nil, nil, .max, "an empty name is none"),
      (["RXTRACE": "0"], nil, nil, .max, "0 is off"),
      (["RXTRACE": "file:"], nil, nil, .max, "an empty name is none"),
      (["RXTRACE": "a/b"], ["a/b", "a/b.42"], nil, .max, "the second process adds its number"),
      (["RXTRACE": "file:/a"], ["/a", "/a.42"], nil, .max, "the tool's spelling"),
      (["RXTRACE": "1"], ["prog.42.rxtrace", "prog.42.2.rxtrace"], nil, .max, "named after the program"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "0"], ["x", "x.42"], nil, .max, "0 is off"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "80"], ["x", "x.42"], 80, .max, "as asked"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "99999"], ["x", "x.42"], 16_384, .max, "bounded"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "y"], ["x", "x.42"], nil, .max, "no number, no values"),
      (["RXTRACE": "x", "RXTRACE_MAX_SIZE": "5000"], ["x", "x.42"], nil, 5000, "as asked"),
    ] as [([String: String], [String]?, UInt32?, UInt64, String)])
  func options(variables: [String: String], paths: [String]?, values: UInt32?, size: UInt64, why: String) {
    let options = RecordingOptions.fromEnvironment({ variables[$0] }, program: "/usr/bin/prog", processID: 42)
    #expect(options.map { Array($0.paths.prefix(2)) } == paths, "\(why)")
    #expect(options?.valueLimit == values, "\(why)")
    #expect((options?.maximumSize ?? .max) == size, "\(why)")
  }

  @Test("a program with other privileges than its caller's reads none of it", .enabled(if: getuid() == 0))
  func otherPrivileges() throws {
    let program = folder.file("setuid")
    _ = RecordedProgram.shell(
      "chmod 755 '\(folder.path)'; cp '\(RecordedProgram.path)' '\(program)'; chmod 4755 '\(program)'")
    let line = "setpriv --reuid 65534 --regid 65534 --clear-groups '\(program)' every"
    let outcome = RecordedProgram(
      shell: line, ["RXTRACE": folder.file("s.rxtrace"), "PATH": "/usr/bin:/bin"], in: folder.path
    ).wait()
    #expect(outcome.status == 0, "\(outcome)")
    #expect(folder.names == ["setuid"])
  }

  @Test("the first process has the file, others write beside it, and nothing is written over")
  func sharing() throws {
    let environment = ["RXTRACE": "shared.rxtrace"]
    for _ in 0..<3 { #expect(RecordedProgram.run(["every"], environment, in: folder).status == 0) }
    let files = folder.names
    #expect(files.count == 3 && files[0] == "shared.rxtrace")
    for file in files {
      let header = try Recording.open(folder.file(file)).header
      if file != "shared.rxtrace" { #expect(file == "shared.rxtrace.\(header.processID)") }
      var status = stat()
      #expect(stat(folder.file(file), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }

  @Test("RXTRACE=1 names the file after program and process")
  func ownName() throws {
    _ = RecordedProgram.run(["every"], ["RXTRACE": "1"], in: folder)
    let file = try #require(folder.names.first)
    let header = try Recording.open(folder.file(file)).header
    #expect(file == "RecordedProgram.\(header.processID).rxtrace")
  }

  @Test("a file that cannot be made costs one line, not the program")
  func impossible() {
    let outcome = RecordedProgram.run(["every"], ["RXTRACE": "/no/such/folder/x"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "rxtrace: nothing is recorded: /no/such/folder/x: cannot be created: No such file or directory\n")
  }

  @Test("without it nothing is written")
  func off() {
    #expect(RecordedProgram.run(["every"], in: folder).status == 0)
    #expect(folder.names.isEmpty)
  }
}
