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

  func validate() throws {
    if let width, !(40...10_000).contains(width) {
      throw ValidationError("--width takes a number from 40 to 10000.")
    }
  }

  /// The page for what goes to `device`.
  func page(on device: OutputDevice, environment: Environment = .current) -> Page {
    Page(color: color, charset: charset, width: width, environment: environment, device: device)
  }
}
