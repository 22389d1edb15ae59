// fault: owner-grows
// verdict: suspect
// proof: run
// says: a lookup that has its answer stays subscribed to in the table's disposables, one more with each question

import Signals

/// Answers questions from a table that changes.
enum LookupTable: LeakProgram {
  static func run() {
    let rows = BehaviorSubject([1: "one"])
    let table = CompositeDisposable()  // LEAK
    let answers = Shared<[String]>([])
    for question in 0..<50 {
      let row = rows.compactMap { $0[question] }
      let wanted = mended ? row.take(1) : row
      let answer = wanted.subscribe(next: { text in answers.update { $0.append(text) } })  // LEAK
      table.add(answer)
      rows.next([question: "\(question)"])
    }
    print("answers \(answers.value.count), held \(table.count)")
    pause(milliseconds: 30)
    killed(holding: table)
  }
}
