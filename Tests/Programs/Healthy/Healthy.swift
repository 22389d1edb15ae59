/// The healthy programs: each looks guilty of something, and a developer would change nothing.
let healthyPrograms: [any LeakProgram.Type] = [
  AcceptedOrders.self,
  AuditTrail.self,
  BackgroundSave.self,
  BatchesInFlight.self,
  ConfigWatcher.self,
  ConnectionPool.self,
  DirectoryWalk.self,
  DrainingServer.self,
  EachItsOwnRequest.self,
  FeedbackThatSettles.self,
  FireAndForget.self,
  GroupsStayOpen.self,
  LateValues.self,
  LazyHub.self,
  LiveClients.self,
  LoggedIn.self,
]
