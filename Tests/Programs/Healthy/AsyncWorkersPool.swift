// healthy: tasks that iterate values; some of a kind end and others do not; alive at exit
// says: Workers of two kinds read the same jobs: helpers go home after five jobs, the regular staff works to the end.
// allows: nothing

import Glibc
import Signals

private actor Tally {
  private var jobs = 0
  func add() { jobs += 1 }
  var count: Int { jobs }
}

private final class Works: Sendable {
  let jobs = PublishSubject<Int>()
  private let staff = Shared<[Task<Void, Never>]>([])

  func hire(_ number: Int, jobs limit: Int?, _ tally: Tally) {
    let jobs = jobs.filter { $0 % 3 == number % 3 }
    let task = Task.detached {
      var done = 0
      do {
        for try await _ in jobs.values() {
          await tally.add()
          done += 1
          if done == limit { return }
        }
      } catch {}
    }
    staff.update { $0.append(task) }
  }
}

enum AsyncWorkersPool: LeakProgram {
  static func run() {
    let works = Works()
    let tally = Tally()
    for number in 0..<9 { works.hire(number, jobs: number % 3 == 0 ? nil : 5, tally) }
    pause(milliseconds: 15)
    let done = Flag()
    Task {
      for job in 0..<60 {
        works.jobs.next(job)
        try? await Task.sleep(for: .milliseconds(2))
      }
      print("jobs", await tally.count > 0)
      done.raise()
    }
    done.wait()
    exit(0)
  }
}
