import Foundation
import Glibc
import Testing
import TraceFixtures

/// What the tool opens of a process that wants it to open something else.
@Suite(.enabled(if: geteuid() == 0, "needs root: devices are made, and a file system mounted"))
struct PlantedDeviceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A process maps a file and mounts a device over it, or holds a device; it watches who opens that.
  private static let watcher = #"""
    import ctypes, mmap, os, struct, subprocess, sys
    libc = ctypes.CDLL(None)
    tool, kind = sys.argv[1], sys.argv[2]
    os.mknod("device", 0o20666, os.makedev(1, 3))
    if kind == "held": held = os.open("device", os.O_PATH)
    else:
      with open("chosen", "wb") as file: file.write(bytes(8192))
      with open("chosen", "r+b") as file: mapped = mmap.mmap(file.fileno(), 8192)
      if libc.unshare(0x20000) or libc.mount(None, b"/", None, 0x44000, None): sys.exit("no namespace")
      if libc.mount(b"device", b"chosen", None, 4096, None): sys.exit("not mounted")
    watch = libc.inotify_init1(0o4000)
    libc.inotify_add_watch(watch, b"device", 0x20)
    for command in ["probes"], ["snapshot"], ["mark", "-", "x"], ["live"]:
      if command[0] == "mark": words = ["mark", "--pid", str(os.getpid()), "text"]
      else: words = command + ["--pid", str(os.getpid())]
      subprocess.run([tool] + words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=60)
    def opened():
      try: return len(os.read(watch, 4096)) > 0
      except BlockingIOError: return False
    print("opened" if opened() else "untouched")
    open("device").close()
    print("seen" if opened() else "blind")
    """#

  private func python(_ script: String, _ arguments: String...) throws -> ToolRun {
    try ToolRun(
      ToolRun.python[0], ToolRun.python.dropFirst() + ["-c", script] + arguments, in: folder.path)
  }

  @Test(
    arguments: ["mounted", "held"])
  func `A device is not opened that a process has put where its file was`(kind: String) throws {
    let run = try python(Self.watcher, ToolRun.tool, kind)
    #expect(run.text == "untouched\nseen\n", "\(run.errors)")
  }

  /// A file system of one file that says of itself what one asks, and is asked no more once that file is open.
  private static let mute = #"""
    import ctypes, os, stat, struct, subprocess, sys, time
    folder, tool = sys.argv[1], sys.argv[2:]
    fuse = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    libc = ctypes.CDLL(None, use_errno=True)
    options = b"fd=%d,rootmode=40000,user_id=0,group_id=0" % fuse
    if libc.mount(b"x", folder.encode(), b"fuse", 0, options) != 0: sys.exit("mount: %d" % ctypes.get_errno())
    def about(node):
      mode, size = (stat.S_IFDIR | 0o755, 0) if node == 1 else (stat.S_IFREG | 0o755, 4096)
      return struct.pack("<QQQQQQIIIIIIIIII", node, size, 8, 0, 0, 0, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)
    def serve():
      while True:
        length, code, unique, node = struct.unpack("<IIQQ", os.read(fuse, 1 << 20)[:24])
        answer = b""
        if code == 26: answer = struct.pack("<IIIIHHIIHHIIII", 7, 31, 0, 0, 0, 0, 1 << 16, 1, 0, 0, 0, 0, 0, 0) + bytes(16)
        if code == 1: answer = struct.pack("<QQQQII", 2, 0, 0, 0, 0, 0) + about(2)
        if code == 3: answer = struct.pack("<QII", 0, 0, 0) + about(node)
        if code == 14: answer = struct.pack("<QII", 7, 32, 0)  # No word at its closing.
        os.write(fuse, struct.pack("<IiQ", 16 + len(answer), 0, unique) + answer)
        if code == 14: time.sleep(40)
    server = os.fork()
    if server == 0: serve()
    os.close(fuse)
    began = time.time()
    child = subprocess.Popen(tool)
    try: print("status", child.wait(30))
    except subprocess.TimeoutExpired: print("still there")
    os.kill(server, 9)
    libc.umount2(folder.encode(), 2)
    child.wait()
    """#

  @Test(
    .enabled(if: access("/dev/fuse", R_OK | W_OK) == 0, "needs /dev/fuse"))
  func `A file that nobody serves is given up after five seconds, with one line`() throws {
    mkdir(folder.file("mount").path, 0o755)
    let app = folder.file("mount/app").path
    let run = try python(Self.mute, folder.file("mount").path, ToolRun.tool, "probes", app)
    #expect(run.text == "status 3\n", "\(run.errors)")
    #expect(
      run.errors.hasPrefix("rxtrace: cannot list the probes of \(app): reading it takes longer than 5 s"),
      "\(run.errors)")
  }
}
