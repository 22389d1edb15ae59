public import TraceAnalysis

internal import CReportFiles

/// One page for a browser, whole in itself: the leaks with their ways and fixes, and every subscription as a
/// row of its tree with its life beside it.
///
/// The page asks for nothing from anywhere: its security policy lets its own script and style run, known by
/// their digests, and forbids all else. Text of the traced program is data to that script, and never becomes
/// markup.
public struct HTMLReport: Renderer {
  /// The most subscriptions that the page holds; nil for all. Leaks come first, and the page says what it
  /// left out.
  package var limit: Int?
  /// Where call sites lead to; nil for nowhere.
  package var links: LinkFormat?
  /// The sources of which excerpts stand beside the leaks; nil for none.
  package var sources: (any SourceText)?
  /// The maker of the patches that leaks have; nil for none.
  package var patches: (any LeakPatches)?

  package init(limit: Int? = 200_000, links: LinkFormat? = nil) {
    self.limit = limit
    self.links = links
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    begin(&out)
    add(trace, to: &out)
    end(&out)
  }

  /// The page of several recordings, of which it shows one at a time. Call ``begin(_:)``, `add` for each, and
  /// ``end(_:names:)``.
  package func begin(_ out: inout some TextOutputStream) {
    let style = String(cString: report_style())
    let script = String(cString: report_script())
    out.write(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy(style: style, script: script))">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>rxtrace</title>
      <style>
      """)
    out.write(style)
    out.write("</style>\n</head>\n<body>\n")
    out.write(String(cString: report_markup()))
  }

  package func add(_ trace: AnalyzedTrace, to out: inout some TextOutputStream) {
    out.write("<script class=\"recording\" type=\"application/json\">")
    ReportData(trace, self).write(to: &out)
    out.write("</script>\n")
  }

  /// - Parameter names: of the recordings, where there are several.
  package func end(_ out: inout some TextOutputStream, names: [String] = []) {
    if names.count > 1 {
      out.write("<script id=\"names\" type=\"application/json\">")
      out.write(ScriptData.texts(names.map { Escaping()($0).text }))
      out.write("</script>\n")
    }
    out.write("<script>")
    out.write(String(cString: report_script()))
    out.write("</script>\n</body>\n</html>\n")
  }

  private static func policy(style: String, script: String) -> String {
    [
      "default-src 'none'", "script-src 'sha256-\(SHA256(script.utf8).base64)'",
      "style-src 'sha256-\(SHA256(style.utf8).base64)'", "base-uri 'none'", "form-action 'none'",
      "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")
  }
}

extension Renderer where Self == HTMLReport {
  /// One page for a browser.
  public static func html(limit: Int? = 200_000, links: LinkFormat? = nil) -> HTMLReport {
    HTMLReport(limit: limit, links: links)
  }
}
