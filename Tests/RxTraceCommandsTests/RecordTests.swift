import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

@testable import RxTraceCommands

/// What `record` checks before it starts a program, and says after its end.
@Suite struct RecordTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records a script that writes a recording as a program with the runtime does; `$FILE` is where.
  private func record(_ options: [String], _ script: String) throws -> ToolRun {
    try SampleRecording.write("sample", in: folder)
    let words = ["record"] + options + ["--", "sh", "-c", "FILE=${RXTRACE#file:}; \(script)"]
    return try ToolRun(ToolRun.tool, words, in: folder.path)
  }

  @Test func `The summary says what was recorded, how the program ended, and where the leaks are`() throws {
    let run = try record(["-o", "feedd.rxtrace"], "cp sample $FILE; exit 3")
    #expect(run.status == 3)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        rxtrace: feedd.rxtrace  425 events  40 subscriptions  11.8 s  4 KiB  0 lost   sh exited with 3
        rxtrace: 2 leaks, 11 subscriptions: rxtrace leaks feedd.rxtrace

        """)
  }

  @Test(arguments: [
    ["--pid", "1", "--", "true"], ["--pid", "0"], ["--pid", "1", "--redact", "x"], ["--pid", "1", "--tasks"],
    ["--pid", "1", "--label", "a=b"], ["--pid", "1", "--arguments"], ["--pid", "1", "--wait"],
    ["--pid", "1", "--when", "alive"], ["--pid", "1", "--when", "alive at > 3"],
    ["--pid", "1", "--when", "alive > x"], ["--pid", "1", "--when", "alive < 3"],
    ["--pid", "1", "--when", "alive > 9223372036854775807"], ["--when", "alive > 3", "--", "true"], [],
  ])
  func `A process that runs goes with no program, and with no option of one`(_ words: [String]) throws {
    let run = try ToolRun(ToolRun.tool, ["record"] + words, in: folder.path)
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("rxtrace"), "\(run)")
  }

  @Test(arguments: [
    ("alive > 3", nil, 4), ("alive >= 3", nil, 3), ("alive at A.swift:4 > 0", "A.swift:4", 1),
    ("alive at flatMap >= 200", "flatMap", 200),
  ])
  func `A condition on the living is read`(_ text: String, _ place: String?, _ least: Int) throws {
    let condition = try AliveCondition(text)
    #expect(condition.place == place && condition.least == least)
  }

  @Test func `The summary says by which signal the program ended`() throws {
    let run = try record(["-o", "feedd.rxtrace"], "cp sample $FILE; kill -9 $$")
    #expect(run.status == 137)
    #expect(run.errors.contains("   sh was killed by signal 9 (Killed)\n"))
  }

  @Test func `A path that a shell would take apart is given back in quotes`() throws {
    let run = try record(["-o", "my feedd.rxtrace"], "cp sample \"$FILE\"")
    #expect(run.errors.contains("rxtrace leaks 'my feedd.rxtrace'\n"))
  }

  @Test func `Quiet says nothing where all is well`() throws {
    #expect(try record(["-q"], "cp sample $FILE").errors.isEmpty)
  }

  @Test func `A damaged recording is warned of, quiet or not`() throws {
    let run = try record(["-q", "-o", "x.rxtrace"], "head -c 3000 sample > $FILE")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("rxtrace: warning: x.rxtrace is read as far as it goes: "))
  }

  @Test func `What is no recording is said to be none, with the program's own status`() throws {
    let run = try record(["-o", "x.rxtrace"], "echo hello > $FILE; exit 2")
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("rxtrace: the recording cannot be read: x.rxtrace: is not"))
  }

  @Test func `Recordings of other processes are summarised as well, each once, by number`() throws {
    let run = try record(
      ["-o", "x.rxtrace"],
      "for n in '' .99 .100 .7 .x .8x; do cp sample x$n.rxtrace; done; cp sample $FILE.stage; cp sample $FILE.7"
    )
    let told = run.errors.split(separator: "\n").filter { $0.contains("425 events") }
      .map { $0.split(separator: " ")[1] }
    #expect(told == ["x.rxtrace", "x.7.rxtrace", "x.99.rxtrace", "x.100.rxtrace"])
    #expect(run.errors.split(separator: "\n").count { $0.contains("2 leaks, 11 subscriptions") } == 4)
  }

  @Test func `Where only another process subscribed, its recording is the one`() throws {
    let run = try record(["-o", "x.rxtrace"], "cp sample x.77.rxtrace")
    #expect(run.errors.hasPrefix("rxtrace: x.77.rxtrace  425 events  "))
    #expect(run.errors.hasSuffix("rxtrace leaks x.77.rxtrace\n"))
  }

  @Test func `Without -o the recording has the program's name, in this folder`() throws {
    let run = try record([], "cp sample $FILE; cd /; exit 0")
    let name = try #require(run.errors.firstMatch(of: #/^rxtrace: (sh\.\d+\.rxtrace)  /#)?.1)
    #expect(FileManager.default.fileExists(atPath: folder.file(String(name)).path))
  }

  @Test func `A recording that is there is not replaced without -f, and the program is not started`() throws {
    try SampleRecording.write("x.rxtrace", Array("precious".utf8), in: folder)
    let run = try record(["-o", "x.rxtrace"], "echo started")
    #expect(run.status == 4)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "rxtrace: cannot record to x.rxtrace: it exists already; replace it with -f, or name another with -o FILE\n"
    )
    #expect(try String(contentsOf: folder.file("x.rxtrace"), encoding: .utf8) == "precious")
  }

  @Test func `With -f a new recording takes the place of the old one, which a reader may still have open`()
    throws
  {
    try SampleRecording.write("x.rxtrace", PlantedRecording.unsealed, in: folder)
    try SampleRecording.write("x.rxtrace.stage", PlantedRecording.staging(), in: folder)
    let reader = try FileHandle(forReadingFrom: folder.file("x.rxtrace"))
    let run = try record(["-f", "-o", "x.rxtrace"], "cp sample $FILE")
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("rxtrace: x.rxtrace  425 events"))
    #expect(try reader.readToEnd() == Data(PlantedRecording.unsealed))
    #expect(try names() == ["sample", "x.rxtrace"])
  }

  @Test(
    arguments: [
      ("sh", 5, "rxtrace: no recording was written"), ("no-such-program", 127, "rxtrace: cannot run"),
    ])
  func `With -f the old recording is where it was when there is no new one`(
    program: String, status: Int32, words: String
  ) throws {
    try SampleRecording.write("x.rxtrace", PlantedRecording.unsealed, in: folder)
    let run = try ToolRun.rxtrace(
      "record", "-f", "-o", "x.rxtrace", "--", program, "-c", "exit 5", in: folder.path)
    #expect(run.status == status)
    #expect(run.errors.hasPrefix(words))
    #expect(try Data(contentsOf: folder.file("x.rxtrace")) == Data(PlantedRecording.unsealed))
    #expect(try names() == ["x.rxtrace"])
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  @Test func `After its time a program is asked to end; what it makes of that is its own`() throws {
    let long = try record(["-d", "300ms", "-o", "x.rxtrace"], "cp sample $FILE; exec sleep 1000")
    #expect(long.status == 0)
    #expect(long.errors.hasPrefix("rxtrace: x.rxtrace  425 events"), "\(long.errors)")
    #expect(long.errors.contains("was killed by signal 15 (Terminated)"))
    let polite = try record(["--duration", "300ms"], "trap 'exit 7' TERM; while :; do sleep 0.05; done")
    #expect(polite.status == 7, "\(polite.errors)")
    #expect(try record(["-d", "1h"], "kill -TERM $$").status == 143)
    #expect(try record(["-d", "1h"], "exit 5").status == 5)
  }

  @Test(
    arguments: [[], ["-q"]])
  func `A recording that does not say that texts were left out as asked is warned of, quiet or not`(
    options: [String]
  ) throws {
    let run = try record(options + ["--redact", "--key=\\w+", "-o", "x.rxtrace"], "cp sample $FILE")
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix("rxtrace: warning: x.rxtrace does not say that --redact was obeyed: "),
      "\(run.errors)")
    var header = SampleRecording.header
    header.redactions = 1
    try SampleRecording.write("redacted", SampleRecording.bytes(header: header), in: folder)
    let obeyed = try record(["--redact", "x", "-o", "y.rxtrace"], "cp redacted $FILE")
    #expect(!obeyed.errors.contains("warning"))
  }

  @Test func `Before it starts the program's recording is described where that is asked for`() throws {
    let run = try record(
      ["-v", "--max-size", "1.5M", "--only-lifecycle", "-o", "%h%%.rxtrace"], "cp sample \"$FILE\"")
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, 255)
    let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    #expect(run.errors.hasPrefix("rxtrace: RXTRACE=file:"), "\(run.errors)")
    #expect(run.errors.contains("rxtrace: RXTRACE_EVENTS=lives\nrxtrace: RXTRACE_MAX_SIZE=1500000\n"))
    #expect(run.errors.contains("rxtrace: \(host)%.rxtrace  425 events"))
  }

  @Test func `A place where nothing can be written is refused before the program is started`() throws {
    try FileManager.default.createDirectory(at: folder.file("there"), withIntermediateDirectories: true)
    let rows = [
      ("missing/x.rxtrace", "there is no folder \(folder.path)/missing; make it: mkdir -p"),
      ("there", "it is a folder; name a file: -o there/app.rxtrace"), ("/dev/null", "it is no ordinary file"),
      ("sample/x.rxtrace", "there is no folder \(folder.path)/sample"),
    ]
    for (path, words) in rows {
      let run = try record(["-o", path], "echo started")
      #expect(run.status == 4)
      #expect(run.output.isEmpty)
      #expect(run.errors.hasPrefix("rxtrace: cannot record to \(path): \(words)"))
    }
  }

  @Test(
    arguments: [
      (["record"], "Name the program to record after `--`: rxtrace record -- ./app"),
      (["record", "./app"], "Name the program to record after `--`: rxtrace record -- ./app"),
      (["record", "--frce", "--", "true"], "Did you mean '--force'?"),
      (["record", "-o", "", "--", "true"], "-o names no file"),
      (["record", "--values=0", "--", "true"], "--values takes a number of bytes from 1 to"),
      (["record", "--values", "x", "--", "true"], "Unexpected argument 'x'"),
      (["recrod", "--", "true"], "there is no command recrod; did you mean `rxtrace record`?"),
      (["feedd.rxtrace"], "there is no command feedd.rxtrace; `rxtrace help` lists the commands."),
      (
        ["record", "--ring", "5M", "--", "true"],
        "record has no --ring: a recording is not a ring; --max-size"
      ),
      (["record", "-p", "1", "--", "true"], "rxtrace snapshot --pid PID"),
      (
        ["record", "--stacks=5", "--", "true"], "record has no --stacks: each subscription has its call site"
      ),
      (["record", "--compress", "--", "true"], "zstd -dc app.rxtrace.zst | rxtrace leaks -"),
      (["record", "-d", "0", "--", "true"], "--duration takes a time above 0"),
      (["record", "-d", "soon", "--", "true"], "'soon' is no length of time"),
      (["record", "-q", "-v", "--", "true"], "--quiet says less"),
      (
        ["record", "--redact", "(", "--", "true"],
        "--redact: '(' is no regular expression: expected ')'; type one such as 'token=\\S+'"
      ),
      (["record", "--redact", "fine", "--redact", "", "--", "true"], "--redact: '' is no regular"),
      (["record", "--redact", "a\nb", "--", "true"], "--redact takes one line; for its end, type \\n"),
      (["record", "--redact"], "Missing value for '--redact <regex>'"),
      (["record", "--max-size", "5", "--", "true"], "--max-size takes a size from 64k"),
      (["record", "--max-size", "big", "--", "true"], "'big' is no size; type it as 100M"),
      (["help", "rendr"], "there is no command rendr; did you mean `rxtrace render`?"),
      (["--bogus"], "Unknown option '--bogus'"),
      (["info", "--width", "9"], "--width takes a number from 40"),
      (["diff", "a", "b", "c"], "Unexpected argument 'c'"), (["probes"], "Name a program, or a process"),
    ] as [([String], String)])
  func `A command line that makes no sense is status 64, and names what to type`(
    arguments: [String], words: String
  ) throws {
    let run = try ToolRun(ToolRun.tool, arguments, in: folder.path)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("rxtrace: "))
    #expect(run.errors.contains(words))
  }

  @Test(
    arguments: [["--help"], ["help", "record"], ["record", "-h"], ["--version"]])
  func `Help and version are answers`(arguments: [String]) throws {
    let run = try ToolRun(ToolRun.tool, arguments)
    #expect(run.status == 0)
    #expect(run.text.contains("rxtrace"))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `Shells can complete the command line`(shell: String) throws {
    let run = try ToolRun.rxtrace("--generate-completion-script", shell)
    #expect(run.status == 0)
    #expect(run.text.contains("probes"))
  }
}
