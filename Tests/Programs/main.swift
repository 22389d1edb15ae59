import Glibc

// LeakPrograms NAME [--mended] [--thread]    runs one, or its mended twin; on a thread other than the main one
// LeakPrograms --list                        names them: "faulty NAME" or "healthy NAME", one a line
// LeakPrograms --field                       names those that were written from public reports
let arguments = CommandLine.arguments.dropFirst()

if arguments.first == "--list" {
  for program in faultyPrograms { print("faulty", program.name) }
  for program in healthyPrograms { print("healthy", program.name) }
  exit(0)
}
if arguments.first == "--field" {
  for program in fieldPrograms { print(program.name) }
  exit(0)
}
guard let name = arguments.first,
  let program = (faultyPrograms + healthyPrograms + fieldPrograms).first(where: { $0.name == name })
else {
  print("LeakPrograms: name a program; LeakPrograms --list names them")
  exit(64)
}
if arguments.contains("--thread") {
  onAnotherThread { program.run() }
} else {
  program.run()
}
