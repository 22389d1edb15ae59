import Foundation
import Glibc
import Testing
import TraceFixtures

/// `record` changes nothing for the program that it runs.
@Suite struct TargetTests {
  @Test func `Standard input, output and error are the program's own`() throws {
    let input = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let run = try ToolRun.rxtrace("record", "-q", "--", "sh", "-c", "cat; echo problem >&2", input: input)
    #expect(run.output == input)
    #expect(run.errors.hasPrefix("problem\n"))
    #expect(run.status == 0)
  }

  @Test func `Arguments arrive byte for byte, options and invalid UTF-8 among them`() throws {
    let run = try ToolRun.shell(
      #""$RXTRACE_BIN" record -q -- printf '<%s>' a 'b c' '' -o --help -- $'\xff\xfe' $'line\nend'"#)
    #expect(
      run.output == Array("<a><b c><><-o><--help><-->".utf8) + [60, 0xff, 0xfe, 62]
        + Array("<line\nend>".utf8))
  }

  @Test func `The environment arrives, with the recording's whole path added`() throws {
    let folder = try TemporaryFolder()
    let run = try ToolRun.rxtrace(
      "record", "--values=9", "-o", "out put.rxtrace", "--", "env",
      environment: ["RXTRACE": "old", "MINE": "a=b\nc"], in: folder.path)
    #expect(run.text.contains("MINE=a=b\nc\n"))
    #expect(run.text.contains("RXTRACE=file:\(folder.path)/out put.rxtrace\n"))
    #expect(!run.text.contains("RXTRACE=old"))
    #expect(run.text.contains("RXTRACE_VALUES=9\n"))
  }

  @Test func `What is said of a recording, and left out of it, reaches the program`() throws {
    let folder = try TemporaryFolder()
    let run = try ToolRun.rxtrace(
      "record", "--lives", "--label", "region=eu", "--label", "by=a,b", "--", "env",
      environment: ["RXTRACE_LABELS": "version=2,x=y"], in: folder.path)
    #expect(run.text.contains("RXTRACE_EVENTS=lives\n"))
    #expect(run.text.contains("RXTRACE_LABELS=version=2\nx=y\nregion=eu\nby=a,b\n"))
    #expect(!run.text.contains("version=2,x=y"))
    for words in [["--label", "eu"], ["--label", "=eu"], ["--lives", "--values"]] {
      #expect(try ToolRun(ToolRun.tool, ["record"] + words + ["--", "env"], in: folder.path).status == 64)
    }
  }

  @Test
  func `What is to be left out of the recording reaches the program, a line each, behind what was there`()
    throws
  {
    let folder = try TemporaryFolder()
    let run = try ToolRun.rxtrace(
      "record", "--redact", "token=\\S+", "--redact=-p \\w+", "--redact", "--key", "--", "env",
      environment: ["RXTRACE_REDACT": "(?i)secret\n"], in: folder.path)
    #expect(run.text.contains("RXTRACE_REDACT=(?i)secret\ntoken=\\S+\n-p \\w+\n--key\n"), "\(run.errors)")
    #expect(!run.text.contains("RXTRACE_VALUES"))
  }

  @Test(
    arguments: [
      ("exit 0", 0), ("exit 1", 1), ("exit 64", 64), ("exit 255", 255), ("kill -9 $$", 137),
      ("kill -SEGV $$", 139),
      ("kill -TERM $$", 143), ("kill -INT $$", 130), ("kill -PIPE $$", 141),
    ] as [(String, Int32)])
  func `The program's own status is passed on`(script: String, expected: Int32) throws {
    #expect(try ToolRun.rxtrace("record", "--", "sh", "-c", script).status == expected)
  }

  @Test func `A program that cannot be run is 126 or 127, as in a shell, and the line says why`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.program("text file", "echo")
    chmod(text, 0o644)
    let binary = try folder.program("binary", "\0\u{1}\u{2}\0")
    let rows: [(program: String, status: Int32, words: String)] = [
      ("no-such-program", 127, "cannot run no-such-program: not found in any folder of PATH"),
      ("./missing", 127, "cannot run ./missing: there is no such file"),
      ("", 127, "cannot run '': no program is named"),
      (text, 126, "it is not executable; if it should be: chmod +x '\(text)'"),
      (folder.path, 126, "cannot run \(folder.path): it is a folder"),
      (binary, 126, "it is no program of this machine"),
    ]
    for row in rows {
      let run = try ToolRun.rxtrace("record", "--", row.program, in: folder.path)
      #expect(run.status == row.status)
      #expect(run.errors.hasPrefix("rxtrace: "))
      #expect(run.errors.contains(row.words))
      #expect(run.errors.split(separator: "\n").count == 1)
    }
  }

  @Test func `A program of this folder that PATH does not have is pointed out`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.program("mine", "#!/bin/sh\n")
    let run = try ToolRun.rxtrace("record", "--", "mine", in: folder.path)
    #expect(run.status == 127)
    #expect(run.errors.contains("the one in this folder is written ./mine"))
  }

  @Test func `A script without a first line that names its shell is run by sh`() throws {
    let folder = try TemporaryFolder()
    let script = try folder.program("plain script", #"printf '%s|' "$0" "$@"; exit 5"#)
    let run = try ToolRun.rxtrace("record", "--", script, "a", "b c")
    #expect(run.text == "\(script)|a|b c|")
    #expect(run.status == 5)
  }

  @Test func `A pipe ends when the program closes it, not when the tool ends`() throws {
    // The program outlives its output, and is told to go on by what read the end of that output.
    let folder = try TemporaryFolder()
    let run = try ToolRun.shell(
      """
      mkfifo go
      "$RXTRACE_BIN" record -q -- sh -c 'echo first; exec >&-; read word < go; exit $word' |
        { cat; echo 7 > go; }
      echo ${PIPESTATUS[0]}
      """, in: folder.path)
    #expect(run.text == "first\n7\n")
  }

  @Test func `A program whose reader is gone ends by SIGPIPE, and the tool says no more than its summary`()
    throws
  {
    let run = try ToolRun.shell(#""$RXTRACE_BIN" record -q -- yes | head -1; echo ${PIPESTATUS[0]}"#)
    #expect(run.text == "y\n141\n")
  }

  @Test func `A closed standard error does not change the status`() throws {
    let run = try ToolRun.shell(
      #"{ "$RXTRACE_BIN" record -- sh -c 'sleep 0.1; exit 9'; echo $? >&3; } 3>&1 2> >(exec 0<&-)"#)
    #expect(run.text == "9\n")
  }

  @Test(arguments: [[], ["-q"]])
  func `A program without the runtime gets one line of warning, quiet or not`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let run = try ToolRun(ToolRun.tool, ["record"] + options + ["--", "sh", "-c", "exit 3"], in: folder.path)
    #expect(run.status == 3)
    let line = "rxtrace: no recording was written: sh does not link Signals, and no program that it started"
    #expect(run.errors.hasPrefix(line))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
