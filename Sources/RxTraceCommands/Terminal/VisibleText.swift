import TraceRendering

extension String {
  /// The text with what a terminal might obey instead of showing written as escapes. For text that is not
  /// ours, in messages; drawings have a pen.
  var visible: String {
    Pen(page: Page())(self, limit: 4096).text()
  }
}
