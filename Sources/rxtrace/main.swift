import Glibc
import RxTraceCommands

exit(Invocation.run(Array(CommandLine.arguments.dropFirst())))
