import Glibc

/// Starts this program again, with the same words but for those about children and waiting.
func startChild() -> pid_t {
  let words = CommandLine.arguments.filter { !$0.hasPrefix("children=") && $0 != "wait=1" }
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var child = pid_t()
  guard posix_spawn(&child, "/proc/self/exe", nil, nil, &arguments, environ) == 0 else {
    fatalError("no child")
  }
  return child
}

func wait(for child: pid_t) {
  var status: Int32 = 0
  guard waitpid(child, &status, 0) == child, status == 0 else { fatalError("the child failed") }
}
