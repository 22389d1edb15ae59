/// The healthy programs, by folder.
let healthyPrograms: [any LeakProgram.Type] = []
