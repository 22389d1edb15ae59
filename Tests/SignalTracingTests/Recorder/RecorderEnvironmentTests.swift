import Glibc
import Testing
import TraceFormat

@testable import SignalTracing

@Suite("RXTRACE in the environment")
struct RecorderEnvironmentTests {
  let folder = TemporaryFolder()

  @Test(
    arguments: [
      ([:], nil, nil, .max, "nothing is asked for"),
      (["RXTRACE": ""], nil, nil, .max, "an empty name is none"),
      (["RXTRACE": "0"], nil, nil, .max, "0 is off"),
      (["RXTRACE": "file:"], nil, nil, .max, "an empty name is none"),
      (["RXTRACE": "a/b"], ["a/b", "a/b.42"], nil, .max, "another process adds its number"),
      (["RXTRACE": "a/b.rxtrace"], ["a/b.rxtrace", "a/b.42.rxtrace"], nil, .max, "side files end alike"),
      (["RXTRACE": "file:/a"], ["/a", "/a.42"], nil, .max, "the tool's spelling"),
      (["RXTRACE": "1"], ["prog.42.rxtrace", "prog.42.2.rxtrace"], nil, .max, "named after the program"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "0"], ["x", "x.42"], nil, .max, "0 is off"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "80"], ["x", "x.42"], 80, .max, "as asked"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "99999"], ["x", "x.42"], 16_384, .max, "bounded"),
      (["RXTRACE": "x", "RXTRACE_VALUES": "y"], ["x", "x.42"], nil, .max, "no number, no values"),
      (["RXTRACE": "x", "RXTRACE_MAX_SIZE": "5000"], ["x", "x.42"], nil, 5000, "as asked"),
    ] as [([String: String], [String]?, UInt32?, UInt64, String)])
  func `names the file and what goes into it`(
    variables: [String: String], paths: [String]?, values: UInt32?, size: UInt64, why: String
  ) {
    let options = RecordingOptions.fromEnvironment({ variables[$0] }, program: "/usr/bin/prog", processID: 42)
    #expect(options.map { Array($0.paths.prefix(2)) } == paths, "\(why)")
    #expect(options?.valueLimit == values, "\(why)")
    #expect((options?.maximumSize ?? .max) == size, "\(why)")
  }

  @Test(
    arguments: [
      (["RXTRACE_EVENTS": "live"], "RXTRACE_EVENTS=live is not known: .*; type RXTRACE_EVENTS=lives "),
      (["RXTRACE_VALUES": "yes"], "RXTRACE_VALUES=yes is not known: .*; type RXTRACE_VALUES=80 "),
      (["RXTRACE_MAX_SIZE": "10M"], "RXTRACE_MAX_SIZE=10M is not known: .*; type RXTRACE_MAX_SIZE=1000"),
      (["RXTRACE_EVENTS": "lives", "RXTRACE_VALUES": "9", "RXTRACE_MAX_SIZE": "9"], ""),
      (["RXTRACE_EVENTS": "all", "RXTRACE_VALUES": "", "RXTRACE_MAX_SIZE": ""], ""),
    ])
  func `says what it asks for in vain, and what to type`(variables: [String: String], expected: String) throws
  {
    let all = variables.merging(["RXTRACE": "x"]) { $1 }
    let options = RecordingOptions.fromEnvironment({ all[$0] }, program: "p", processID: 1)
    #expect(options?.complaints.count == (expected.isEmpty ? 0 : 1))
    let pattern = try Regex(expected)
    #expect(options?.complaints.first?.contains(pattern) ?? expected.isEmpty)
    #expect(options?.leavesValuesOut == (variables["RXTRACE_EVENTS"] == "lives"))
  }

  @Test(
    arguments: [
      (["RXTRACE_REDACT": ""], nil, 9, true, 0), (["RXTRACE_REDACT": "\n\n"], nil, 9, true, 0),
      (["RXTRACE_REDACT": "a"], 1, 9, true, 0), (["RXTRACE_REDACT": "a,b\n\n(c)\n"], 2, 9, true, 0),
      (["RXTRACE_REDACT": "a\n("], 0, nil, false, 1),
      (["RXTRACE_REDACT": "(", "RXTRACE_VALUES": "x"], 0, nil, false, 2),
    ] as [([String: String], Int?, UInt32?, Bool, Int)])
  func `what is left out stands a line each; a line that is no regular expression takes the values back`(
    variables: [String: String], count: Int?, values: UInt32?, keepsArguments: Bool, complaints: Int
  ) {
    let others = ["RXTRACE": "x", "RXTRACE_VALUES": "9", "RXTRACE_ARGUMENTS": "1"]
    let all = others.merging(variables) { $1 }
    let options = RecordingOptions.fromEnvironment({ all[$0] }, program: "p", processID: 1)
    #expect(options?.redaction?.count == count)
    #expect(options?.valueLimit == values && options?.keepsArguments == keepsArguments)
    #expect(options?.complaints.count == complaints)
  }

  @Test func `a word that is not known costs one line, not the recording`() throws {
    let outcome = RecordedProgram.run(
      ["every"], ["RXTRACE": "file:x.rxtrace", "RXTRACE_EVENTS": "live"], in: folder)
    #expect(
      outcome.errors == """
        rxtrace: RXTRACE_EVENTS=live is not known: all events are recorded; type RXTRACE_EVENTS=lives to leave out the \
        values' times

        """)
    #expect(try Recording.open(folder.file("x.rxtrace")).header.kinds.contains(.next))
  }

  @Test(
    arguments: [
      ("region=eu,version=2.4", ["region=eu", "version=2.4"]), ("a=b,c\nd=e=f\n", ["a=b,c", "d=e=f"]),
      ("prod", ["prod="]), ("=x,,y=1", ["y=1"]), ("", []),
    ])
  func `says what the recording says of itself`(text: String, expected: [String]) {
    let variables = ["RXTRACE": "x", "RXTRACE_LABELS": text]
    let options = RecordingOptions.fromEnvironment({ variables[$0] }, program: "p", processID: 1)
    #expect(options?.labels.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test(
    arguments: [
      ("0::/\n", "36 35 0:5 / /proc rw - proc proc rw\n", false),
      ("0::/system.slice/docker-%.scope\n", "", true), ("12:cpu:/docker/%\n0::/\n", "", true),
      (
        "0::/\n", "9 8 254:1 /var/lib/docker/containers/%/hostname /etc/hostname rw - ext4 /dev/vda rw\n",
        true
      ),
      ("0::/\n", "9 8 254:1 / /var/lib/docker/containers/%/mounts/shm rw - tmpfs shm rw\n", false),
      ("0::/user.slice/user-1000.slice\n", "", false), ("0::/docker/%0\n", "", false),
    ])
  func `a container is known by its number, wherever its engine shows it`(
    groups: String, mounts: String, isKnown: Bool
  ) {
    let number = String(repeating: "0123456789abcdef", count: 4)
    let found = ContainerNumber(
      groups: groups.replacing("%", with: number), mounts: mounts.replacing("%", with: number))
    #expect(found.text == (isKnown ? number : ""))
  }

  @Test(.enabled(if: getuid() == 0))
  func `a program with other privileges than its caller's reads none of it`() throws {
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

  @Test func `the latest recording has the name, with a line that tells where the older one is`() throws {
    let counts = Counts(in: folder, threads: 1)
    let first = RecordedProgram(["endless", counts.path, "1"], ["RXTRACE": "a.rxtrace"], in: folder)
    counts.wait(for: 1000)
    let beside = RecordedProgram.run(["every"], ["RXTRACE": "a.rxtrace"], in: folder)
    #expect(beside.errors.hasSuffix("; another process records to \(folder.file("a.rxtrace"))\n"))
    first.killWithRecorder()
    #expect(
      first.wait().errors
        == "rxtrace: process \(first.processID) records to \(folder.file("a.rxtrace"))\n")
    let killed = try Recording.open(folder.file("a.rxtrace"))
    let last = RecordedProgram(["every"], ["RXTRACE": "a.rxtrace"], in: folder)
    let outcome = last.wait()
    #expect(try Recording.open(folder.file("a.rxtrace")).header.processID == UInt32(last.processID))
    let moved = try #require(
      folder.names.first { $0.hasPrefix("a.2") && $0.hasSuffix(".rxtrace") && $0.contains("-") })
    #expect(
      outcome.errors.hasSuffix(
        "records to \(folder.file("a.rxtrace")); the older one is \(folder.file(moved)) now\n"))
    let older = try Recording.open(folder.file(moved))
    #expect(older.header.identity == killed.header.identity && older.recordCount == killed.recordCount)
    #expect(older.stagingPath == folder.file(moved + ".stage") && older.unknownLoss == nil)
    #expect(folder.names.count { $0.hasSuffix(".rxtrace") } == 3)
  }

  @Test(
    arguments: [
      ("mkdir $F", "it is a folder; name a file in it, F/app.rxtrace"),
      ("mkfifo $F", "it is no ordinary file; name another"),
      ("ln -s /dev/null $F", "it is no ordinary file; name another"),
    ])
  func `a name that can be no recording's is refused in one line, and what is no recording stays as it is`(
    deed: String, reason: String
  ) {
    let path = folder.file("x")
    _ = RecordedProgram.shell("F='\(path)'; \(deed)")
    let outcome = RecordedProgram.run(["every"], ["RXTRACE": path], in: folder)
    #expect(outcome.status == 0)
    let said = reason.split(separator: "F", maxSplits: 1).joined(separator: path)
    #expect(outcome.errors == "rxtrace: nothing is recorded: \(path): \(said)\n")
    #expect(folder.names == ["x"])
  }

  @Test func `what is no recording keeps its name`() throws {
    _ = RecordedProgram.shell("echo mine >'\(folder.file("x.rxtrace"))'")
    let outcome = RecordedProgram.run(["every"], ["RXTRACE": "x.rxtrace"], in: folder)
    #expect(outcome.errors.hasSuffix("; \(folder.file("x.rxtrace")) is no recording\n"))
    #expect(RecordedProgram.contents(folder.file("x.rxtrace")) == "mine\n")
    #expect(folder.names.count == 2)
  }

  @Test
  func `under the tool the first process has the file, others write beside it, and nothing is written over`()
    throws
  {
    let environment = ["RXTRACE": "file:shared.rxtrace"]
    for _ in 0..<3 { #expect(RecordedProgram.run(["every"], environment, in: folder).status == 0) }
    let files = folder.names
    #expect(files.count == 3 && files.contains("shared.rxtrace"))
    for file in files {
      let header = try Recording.open(folder.file(file)).header
      if file != "shared.rxtrace" { #expect(file == "shared.\(header.processID).rxtrace") }
      var status = stat()
      #expect(stat(folder.file(file), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `RXTRACE=1 names the file after program and process`() throws {
    _ = RecordedProgram.run(["every"], ["RXTRACE": "1"], in: folder)
    let file = try #require(folder.names.first)
    let header = try Recording.open(folder.file(file)).header
    #expect(file == "RecordedProgram.\(header.processID).rxtrace")
  }

  @Test func `a file that cannot be made costs one line, not the program`() {
    let outcome = RecordedProgram.run(["every"], ["RXTRACE": "/no/such/folder/x"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "rxtrace: nothing is recorded: /no/such/folder/x: cannot be created: No such file or directory\n")
  }

  @Test func `without it nothing is written`() {
    #expect(RecordedProgram.run(["every"], in: folder).status == 0)
    #expect(folder.names.isEmpty)
  }

  @Test func `waits a moment where the kernel starts no thread, and then says why nothing is recorded`()
    throws
  {
    chmod(folder.path, 0o777)
    let brief = RecordedProgram.run(["crowded", "150"], ["RXTRACE": "brief.rxtrace"], in: folder)
    #expect(brief.output == "true\n" && brief.status == 0, "\(brief)")
    let long = RecordedProgram.run(["crowded", "60000"], ["RXTRACE": "long.rxtrace"], in: folder)
    #expect(long.output == "false\n" && long.status == 0, "\(long)")
    #expect(long.errors.contains("nothing is recorded: the recorder's thread cannot be started: the user"))
  }
}
