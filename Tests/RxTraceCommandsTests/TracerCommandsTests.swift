import ProcessInspection
import Testing

@testable import RxTraceCommands

@Suite struct TracerCommandsTests {
  @Test func `a process is named to each tracer in its own way`() {
    let commands = TracerCommands(path: "/opt/app", all: false, process: TracedProcess(7, isElsewhere: false))
    #expect(commands.bpftrace == "bpftrace -p 7 -e 'usdt:/opt/app:rac*:* { @[probe] = count(); }'")
    #expect(
      commands.systemTap
        == #"stap -x 7 -e 'probe process("/opt/app").provider("rac*").mark("*") "#
        + #"{ if (pid() == target()) printf("%s %s\n", $$name, $$parms) }'"#)
    #expect(
      commands.perf
        == "perf buildid-cache -r /opt/app -a /opt/app; perf probe -q -x /opt/app --add 'sdt_rac*:*'; "
        + "perf stat -e 'sdt_rac*:*' -p 7")
  }

  @Test
  func `a process in a container is reached through its root, but by bpftrace, which looks there itself`() {
    let commands = TracerCommands(path: "/opt/app", all: true, process: TracedProcess(7, isElsewhere: true))
    #expect(commands.bpftrace == "bpftrace -p 7 -e 'usdt:/opt/app:*:* { @[probe] = count(); }'")
    #expect(commands.systemTap.contains(#"process("/proc/7/root/opt/app").provider("*")"#))
    #expect(commands.perf.contains("perf probe -q -x /proc/7/root/opt/app --add 'sdt_*:*'"))
  }

  @Test func `a file without a name is reached where the kernel keeps it, by bpftrace alone`() {
    let commands = TracerCommands(
      path: "/opt/app", all: false, process: TracedProcess(7, isElsewhere: false), deletedFile: "/proc/7/exe")
    #expect(
      commands.lines == ["bpftrace -e 'usdt:/proc/7/exe:rac*:* /pid == 7/ { @[probe] = count(); }'"])
  }

  @Test func `a path that a language would read otherwise is quoted in it, and for the shell`() {
    let commands = TracerCommands(path: "/a b\"c", all: false, process: nil)
    #expect(commands.bpftrace == #"bpftrace -e 'usdt:"/a b\"c":rac*:* { @[probe] = count(); }'"#)
    #expect(commands.systemTap.contains(#"process("/a b\"c")"#))
    #expect(commands.perf.contains("-x '/a b\"c' "))
  }
}
