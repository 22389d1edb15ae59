/// The programs with a fault.
let faultyPrograms: [any LeakProgram.Type] = [
  ChatRooms.self,
  PriceBoard.self,
]
