/// For each life those that were made for its sake, in the order of birth.
struct UpstreamLists: Sendable {
  /// Where the list of each begins, and where that of the last ends.
  private var starts = NarrowNumbers()
  private var lives = LifeIndices()

  init() { starts.append(0) }

  init(_ rows: LifeRows) {
    self.init()
    var counts = LifeCounts(count: rows.count)
    for index in rows.indices {
      if let downstream = rows.downstream(of: index) { counts[downstream] += 1 }
    }
    // At the place behind that of a life: where its next one goes.
    var sum = 0
    for index in rows.indices {
      starts.append(UInt32(clamping: sum))
      sum += counts[index]
    }
    starts.append(UInt32(clamping: sum))
    lives = LifeIndices(unset: sum)
    for index in rows.indices {
      guard let downstream = rows.downstream(of: index) else { continue }
      let place = downstream.position + 1
      lives[Int(starts[place])] = index
      starts[place] += 1
    }
  }

  subscript(index: LifeIndex) -> LifeList {
    let position = index.position
    return LifeList(lives, Int(starts[position])..<Int(starts[position + 1]))
  }

  /// How much memory they take.
  var byteCount: Int { starts.byteCount + lives.byteCount }
}
