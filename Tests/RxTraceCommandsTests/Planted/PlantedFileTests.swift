import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat

/// What the tool does in a folder in which another user has put something.
///
/// Root runs the tool here, as somebody does who looks after other people's programs, and `nobody` is the other user.
@Suite(.serialized, .enabled(if: geteuid() == 0, "needs root, to be two users"))
struct PlantedFileTests {
  private let folder: TemporaryFolder
  private static let nobody: uid_t = 65_534

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.file(name).path }

  private func put(_ name: String, _ bytes: [UInt8], of user: uid_t = 0) throws {
    try Data(bytes).write(to: folder.file(name))
    lchown(path(name), user, user)
  }

  private func link(_ name: String, to target: String, of user: uid_t = nobody) {
    symlink(target, path(name))
    lchown(path(name), user, user)
  }

  private func has(_ name: String) -> Bool {
    var status = stat()
    return lstat(path(name), &status) == 0
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.file(name), encoding: .utf8)
  }

  private func rxtrace(_ arguments: String...) throws -> ToolRun {
    try ToolRun(ToolRun.tool, arguments, in: folder.path)
  }

  /// From the folder of staging files in memory to a file of this test: as long as the text alone is looked at, it lies in
  /// there.
  private func way(to name: String) -> String { "/dev/shm/rxtrace-evil/../../..\(path(name))" }

  // MARK: What is deleted

  @Test(
    arguments: [0, nobody], ["app.rxtrace", "app.20261121-073412.rxtrace"])
  func `No path that a link spells out is deleted: not with -f, not with --remove-older`(
    owner: uid_t, name: String
  ) throws {
    mkdir("/dev/shm/rxtrace-evil", 0o777)
    defer { rmdir("/dev/shm/rxtrace-evil") }
    try put("victim", Array("precious".utf8))
    try put("app.rxtrace", PlantedRecording.unsealed)
    try put(name, PlantedRecording.unsealed)
    link("\(name).stage", to: way(to: "victim"), of: owner)
    link("\(name).stage.2", to: path("victim"), of: owner)
    let run =
      name == "app.rxtrace"
      ? try rxtrace("record", "-f", "-o", "app.rxtrace", "--", "sh", "-c", "echo > ${RXTRACE#file:}")
      : try rxtrace("info", "app.rxtrace", "--remove-older")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try text("victim") == "precious")
    #expect(has("\(name).stage"), "a link that says something else is nobody's of ours")
    #expect(has(name) == (name == "app.rxtrace"))
  }

  @Test
  func `A staging file in memory goes with its recording, and another user's of the same name does not`()
    throws
  {
    let memory = try #require(StagingLayout.memoryPath(of: PlantedRecording.header.identity))
    for owner in [0, Self.nobody] {
      try Data(PlantedRecording.staging()).write(to: URL(fileURLWithPath: memory))
      chown(memory, owner, owner)
      defer { unlink(memory) }
      try put("app.rxtrace", PlantedRecording.other)
      try put("app.20261121-073412.rxtrace", PlantedRecording.unsealed)
      link("app.20261121-073412.rxtrace.stage", to: memory, of: 0)
      #expect(try rxtrace("info", "app.rxtrace", "--remove-older").status == 0)
      #expect(access(memory, F_OK) == (owner == 0 ? -1 : 0))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["app.rxtrace"])
    }
  }

  @Test func `An older recording of another user's is not deleted, and one line says why`() throws {
    try put("app.rxtrace", PlantedRecording.other)
    try put("app.20261121-073412.rxtrace", PlantedRecording.unsealed, of: Self.nobody)
    let run = try rxtrace("info", "app.rxtrace", "--remove-older")
    #expect(run.status == 4)
    #expect(
      run.errors.hasSuffix(
        "rxtrace: cannot remove app.20261121-073412.rxtrace: it is another user's; only that user may remove it with rxtrace\n"
      ), "\(run.errors)")
    #expect(has("app.20261121-073412.rxtrace"))
  }

  @Test(
    arguments: [
      ("it is another user's", nobody, true), ("it is no recording", 0, false), ("it is a link", 0, nil),
    ] as [(String, uid_t, Bool?)])
  func `With -f nothing is replaced but this user's own recording`(
    words: String, owner: uid_t, isRecording: Bool?
  ) throws {
    try put("real", Array("mine".utf8))
    if let isRecording {
      try put("app.rxtrace", isRecording ? PlantedRecording.unsealed : Array("mine".utf8), of: owner)
    } else {
      link("app.rxtrace", to: "real", of: owner)
    }
    let run = try rxtrace("record", "-f", "-o", "app.rxtrace", "--", "true")
    #expect(run.status == 4)
    #expect(run.errors.contains("app.rxtrace: \(words)"), "\(run.errors)")
    #expect(has("app.rxtrace") && has("real"))
  }

  // MARK: What is written

  @Test(
    arguments: ["render", "export", "live"])
  func `An answer goes over no link of another user's, wherever in the path`(verb: String) throws {
    try SampleRecording.write(in: folder)
    try put("victim", Array("precious".utf8))
    mkdir(path("elsewhere"), 0o755)
    link("out", to: "victim")
    link("folder", to: "elsewhere")
    link("chain", to: "out", of: 0)
    let words = ["export": ["--to", "csv"], "live": ["--format", "json"]][verb] ?? []
    for name in ["out", "chain", "folder/out"] {
      let run = try ToolRun(ToolRun.tool, [verb, "feedd.rxtrace", "-o", name] + words, in: folder.path)
      #expect(run.status == 4, "\(name) \(run.errors)")
      #expect(
        run.errors.contains("cannot write \(name): it leads over a link that another user has made"),
        "\(run.errors)")
    }
    #expect(try text("victim") == "precious")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("elsewhere")).isEmpty)
    link("own", to: "elsewhere", of: 0)
    let run = try ToolRun(ToolRun.tool, [verb, "feedd.rxtrace", "-o", "own/out"] + words, in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(has("elsewhere/out"))
  }

  @Test func `A folder of several files is not made where another user's link leads`() throws {
    try SampleRecording.write(in: folder)
    mkdir(path("elsewhere"), 0o755)
    link("out", to: "elsewhere")
    let run = try rxtrace("export", "feedd.rxtrace", "--to", "ctf", "-o", "out")
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.errors.contains("it leads over a link that another user has made"), "\(run.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("elsewhere")).isEmpty)
  }

  @Test func `A pipe that another user has put where an answer goes is not opened`() throws {
    try SampleRecording.write(in: folder)
    mkfifo(path("out"), 0o666)
    chown(path("out"), Self.nobody, Self.nobody)
    let run = try rxtrace("render", "feedd.rxtrace", "-o", "out")
    #expect(run.status == 4)
    #expect(run.errors.contains("cannot write out: Permission denied"), "\(run.errors)")
  }

  @Test func `The temporary file of an answer has a name that nobody can take first`() throws {
    try SampleRecording.write(in: folder)
    try put("victim", Array("precious".utf8))
    let shell = try ToolRun.shell(
      "ln -s victim out.$$.tmp; exec \"$RXTRACE_BIN\" render feedd.rxtrace -o out", in: folder.path)
    #expect(shell.status == 0, "\(shell.errors)")
    #expect(try text("victim") == "precious")
    #expect(try !text("out").isEmpty)
  }

  @Test(
    arguments: [
      "ln -s $V $M && chown -h 65534 $M", "ln $V $M", "touch $M && chown 1 $M", "mkfifo $M", "mknod $M c 1 5",
    ])
  func `A mark is written into no file that another user has put there`(deed: String) throws {
    try put("app.rxtrace", PlantedRecording.unsealed, of: Self.nobody)
    try put("victim", [])
    _ = try ToolRun.shell("V=victim M=app.rxtrace.marks; \(deed)", in: folder.path)
    let run = try rxtrace("mark", "app.rxtrace", "--at", "0s", "deploy done")
    #expect(run.status == 4, "\(run.errors)")
    #expect(run.errors.contains("app.rxtrace.marks: it"), "\(run.errors)")
    #expect(run.errors.contains("move it away"))
    #expect(try text("victim").isEmpty)
  }

  // MARK: What is read

  @Test func `The staging file of a recording is not looked for where a link spells it out`() throws {
    try put("app.rxtrace", PlantedRecording.unsealed)
    try put("elsewhere", PlantedRecording.staging())
    #expect(try Recording.open(path("app.rxtrace")).stagingPath == nil)
    link("app.rxtrace.stage", to: path("elsewhere"), of: 0)
    #expect(try Recording.open(path("app.rxtrace")).stagingPath == nil)
    unlink(path("app.rxtrace.stage"))
    try put("app.rxtrace.stage", PlantedRecording.staging())
    #expect(try Recording.open(path("app.rxtrace")).stagingPath == path("app.rxtrace.stage"))
  }

  @Test func `A staging file in memory is the owner's or the reader's, and needs no link`() throws {
    let memory = try #require(StagingLayout.memoryPath(of: PlantedRecording.header.identity))
    defer { unlink(memory) }
    try Data(PlantedRecording.staging()).write(to: URL(fileURLWithPath: memory))
    for (recording, staging, isTaken) in [
      (0, 0, true), (1, 1, true), (1, 0, true), (0, 1, false), (1, 2, false),
    ] {
      try put("app.rxtrace", PlantedRecording.unsealed, of: uid_t(recording))
      chown(memory, uid_t(staging), uid_t(staging))
      let path = try Recording.open(path("app.rxtrace")).stagingPath
      #expect((path == memory) == isTaken, "\(recording) \(staging)")
    }
  }

  @Test
  func
    `What is set in a folder of another user's, or in a file of theirs, does not count, and a line says so`()
    throws
  {
    try SampleRecording.write(in: folder)
    try put(".rxtrace.toml", Array("color = \"always\"\n".utf8))
    #expect(try rxtrace("leaks", "feedd.rxtrace").text.contains("\u{1b}["))
    let line = "rxtrace: .rxtrace.toml is not read: it, or its folder, belongs to another user (65534); "
    func isIgnored(_ comment: Comment) throws {
      let run = try rxtrace("leaks", "feedd.rxtrace")
      #expect(!run.text.contains("\u{1b}["), comment)
      #expect(run.errors.hasPrefix(line), comment)
    }
    chown(path(".rxtrace.toml"), Self.nobody, Self.nobody)
    try isIgnored("the file")
    chown(path(".rxtrace.toml"), 0, 0)
    chown(folder.path, Self.nobody, Self.nobody)
    try isIgnored("the folder")
    chown(folder.path, 0, 0)
    rename(path(".rxtrace.toml"), path("real"))
    link(".rxtrace.toml", to: "real")
    try isIgnored("the link")
  }
}
