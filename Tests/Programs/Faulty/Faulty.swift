/// The programs with a fault.
let faultyPrograms: [any LeakProgram.Type] = [
  BackupQueue.self,
  ChatRooms.self,
  DelayedAlarms.self,
  FirstTwoUploads.self,
  InboxPoller.self,
  LastReading.self,
  OfflineNews.self,
  ParallelThumbnails.self,
  PriceBoard.self,
  ReconnectingSocket.self,
  ShellSession.self,
  ThermostatPanel.self,
  TickerWall.self,
]
