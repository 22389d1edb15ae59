import ArgumentParser
import TraceRendering

enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, always, never
}

enum CharsetChoice: String, CaseIterable, ExpressibleByArgument {
  case auto, utf8, ascii
}

/// How output looks, on every verb that draws.
struct AppearanceOptions: ParsableArguments {
  @Option(help: "Whether to colour the output. NO_COLOR and FORCE_COLOR are heeded.")
  var color: ColorChoice = .auto

  @Option(help: "Which characters to draw with. The locale decides otherwise.")
  var charset: CharsetChoice = .auto

  @Option(help: ArgumentHelp("Columns to draw in. Default: the terminal's, else 100.", valueName: "columns"))
  var width: Int?

  @Option(
    help: ArgumentHelp(
      "Make call sites links, on a terminal and in graphs: vscode://file{path}:{line}. Default: "
        + "links in terminals that are known to follow them, if the sources are found; `off` for none.",
      valueName: "template"))
  var linkFormat: String?

  @Option(
    name: [.customLong("source"), .customLong("source-root")],
    help: ArgumentHelp(
      "A folder of sources, for excerpts, links and annotations; may be repeated. FROM=FOLDER is for the files whose "
        + "recorded path begins with FROM, as on a build machine; `off` is for no excerpts. Default: the repository of this "
        + "folder.",
      valueName: "folder"),
    completion: .directory)
  var source: [String] = []

  @Flag(inversion: .prefixedNo, help: "Show long answers on a terminal page by page, with PAGER or less.")
  var pager = true

  func validate() throws {
    if let width, !(40...10_000).contains(width) {
      throw ValidationError("--width takes a number from 40 to 10000.")
    }
    if let linkFormat, linkFormat != Self.noLinks, let problem = LinkFormat.problem(in: linkFormat) {
      throw ValidationError("--link-format \(problem)")
    }
    if sourceRoots.contains(where: \.folder.isEmpty) {
      throw ValidationError("--source takes a folder, FROM=FOLDER or off; one names no folder.")
    }
  }

  private static let noLinks = "off"

  /// The folders of the sources, where some were named.
  var sourceRoots: [SourceRoot] { source.filter { $0 != Self.noLinks }.map(SourceRoot.init) }

  /// Whether lines of the sources are to be shown.
  var showsSource: Bool { source.last != Self.noLinks }

  /// The sources of which lines are to be shown; nil for none.
  var sources: LinkSources? { showsSource ? LinkSources(sourceRoots) : nil }

  /// Where call sites lead to.
  var links: LinkFormat? { links(to: LinkSources(sourceRoots)) }

  private func links(to sources: LinkSources) -> LinkFormat? {
    linkFormat.flatMap { $0 == Self.noLinks ? nil : links($0, to: sources) }
  }

  private func links(_ template: String, to sources: LinkSources) -> LinkFormat {
    var links = LinkFormat(template: template)
    links.sources = sources
    return links
  }

  /// The page for what goes to `device`.
  func page(on device: OutputDevice, environment: Environment = .current) -> Page {
    var page = Page(color: color, charset: charset, width: width, environment: environment, device: device)
    let sources = LinkSources(sourceRoots)
    if showsSource { page.sources = sources }
    // A pipe has nobody who could follow them.
    if device.isTerminal {
      let usual = linkFormat == nil ? TerminalLinks.template(environment, host: TerminalLinks.host) : nil
      page.links = usual.map { links($0, to: sources) } ?? links(to: sources)
    }
    return page
  }
}
