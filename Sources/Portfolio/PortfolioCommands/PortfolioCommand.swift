import FormwrightCLI
import LocalStore
import PortfolioDomain
import ArgumentParser
import FailureModel
import Files
import Foundation
import LocalWorkers
import Logging
import Pipeline
import Portfolio
import PortfolioFiles
import PortfolioFolder
import PortfolioInputs
import Threads
import WatchFolder

struct PortfolioCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portfolio",
        abstract: "Make a portfolio from a folder: a printed book, and JSON for apps.",
        discussion: """
            The folder, or a ZIP file of it, contains pictures, videos, PDFs, texts and a list of links; a sub-folder is one \
            work. portfolio.yaml in it can give the title, the contact and more. A file that cannot be used is reported on \
            standard error, and the others are used. Nothing is sent anywhere, and addresses are never fetched. See \
            docs/use/portfolio.md.

            An edition sets how the book is made. All errors in portfolio.yaml, the edition's file and the options \
            are reported together, before any file is analysed.

            EXAMPLES
              formwright portfolio Ada.portfolio -o book.pdf
              formwright portfolio Ada.portfolio -o book.pdf --json ada.json --media ada.media.zip
              formwright portfolio Ada.portfolio.zip -o book.pdf --page a4 --theme dark --max-size 10MB
              formwright portfolio Ada.portfolio -o print.pdf --edition Ada.edition.yaml --bleed 3mm
              formwright portfolio Ada.portfolio -o square.pdf --page square --cover "01 Chairs/oak.jpg" --keep
              formwright portfolio Ada.portfolio --json - --media-base https://example.org/ada/ > ada.json
              formwright portfolio Ada.portfolio --explain
            """)

    @Argument(help: "Folder of the portfolio, or a ZIP file of it.", completion: .file())
    var folder: String

    @Option(name: [.short, .long], help: "File for the book, a PDF, or - for standard output.")
    var output: String?

    @Option(help: "File for the JSON that apps show, or - for standard output.")
    var json: String?

    @Option(help: "File for a ZIP file of the pictures and videos that the JSON names.")
    var media: String?

    @Option(help: "URL prefix of pictures and videos in the JSON. Defaults to media/.")
    var mediaBase: String?

    @Option(
        help: "File for a report in JSON: what failed, what was left out, and the resolution of each picture.")
    var report: String?

    @Option(help: "File for the features, scores and reasons of everything in the folder, in JSON.")
    var scores: String?

    @Option(help: "File for the arrangement in JSON: positions, with reasons.")
    var arrangement: String?

    @Option(
        help: "YAML or JSON file of an edition: page, theme, cover, order and more; options take precedence.",
        completion: .file())
    var edition: String?

    @OptionGroup(title: "Edition") var options: EditionArguments

    @Flag(help: "Print the reason for each placement, and what was left out.")
    var explain = false

    @Flag(help: "Keep the portfolio in the store, so that later editions reuse the analysis.")
    var keep = false

    @Flag(help: "Run stages in this process instead of in child processes with limits.")
    var inProcess = false

    @OptionGroup var system: SystemArguments

    /// The options that override the edition file.
    struct EditionArguments: ParsableArguments {
        @Option(help: "Size of the pages. Defaults to a4-landscape.") var page: PortfolioEdition.Page?
        @Option(help: "Colours of the pages; auto is light.") var theme: PortfolioEdition.Theme?
        @Option(help: "Colour of headings and links, such as #8A1538.") var accent: String?
        @Option(help: "Maximum size of the book, such as 10MB.") var maxSize: String?
        @Option(help: "Resolution of pictures in pixels per inch. Defaults to 220, or 300 with bleed.") var ppi: Int?
        @Option(help: "Bleed for printers that trim the pages, such as 3mm.") var bleed: String?
        @Option(help: "Name of the file on the cover, as in the folder.") var cover: String?
    }

    private var outputs: [String] { [output, json, media, report, scores, arrangement].compactMap(\.self) }

    func validate() throws {
        try NamedFile.checkStandardInput([edition])
        if outputs.isEmpty, !explain { throw ValidationError("Name an output, such as -o book.pdf, or use --explain.") }
        if mediaBase != nil, json == nil { throw ValidationError("--media-base is about the JSON; add --json FILE.") }
        if outputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Only one output can go to standard output.")
        }
        if explain, outputs.contains("-") {
            throw ValidationError("--explain prints to standard output; name files for the other outputs.")
        }
    }

    func run() async throws {
        try NamedFile.check(outputs: outputs, inputs: [edition, folder])
        for output in outputs { try NamedFile.checkIsNoFolder(output) }
        FilePermissions.inherit(from: [folder, self.edition])
        FilePermissions.inherit(fromFolder: folder)
        let edition = try chosenEdition()
        let store = try ChosenStore(system, isKept: keep)
        defer { store.remove() }
        let local = store.local
        let bar = ProgressBar()
        let document = try await Interruption.cancelling { [folder, inProcess, arguments = store.arguments] in
            let logger = Logger(label: "formwright.portfolio") { _ in SwiftLogNoOpLogHandler() }
            let workers = LocalWorkers(
                on: local, host: arguments.host(local.settings, inProcess: inProcess), logger: logger)
            return try await workers.run {
                try await PortfolioBuilder(local.client, handler: .standard).make(
                    ofFolder: folder, edition: edition
                ) { bar.show($0) }
            }
        }
        bar.clear()
        let made = try await MadePortfolio(document, in: local)
        try await WorkerThreads.shared.run { [self] in try write(made) }
        if explain { try PortfolioExplanation(made).print() }
        for note in made.notes { StandardError.print("formwright: note: \(note)") }
    }

    /// Returns the edition of the file, overridden by the options.
    private func chosenEdition() throws -> EditionFile {
        guard let edition else { return options.added(to: EditionFile(PortfolioEdition())) }
        let bytes = try NamedFile.read(edition, limit: PortfolioFileReader.sizeLimit)
        return options.added(to: try PortfolioFileReader.edition(bytes, name: NamedFile.name(edition)))
    }

    /// Writes the requested outputs.
    private func write(_ made: MadePortfolio) throws {
        typealias Name = PortfolioKind.ArtefactName
        if let output { try made.copy(Name.book, to: output) }
        if let media { try made.copy(Name.media, to: media) }
        if let scores { try made.copy(Name.scores, to: scores) }
        if let arrangement { try made.copy(Name.arrangement, to: arrangement) }
        if let report { try made.copy(Name.report, to: report) }
        if let json {
            let base = mediaBase.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? PortfolioKind.mediaFolder
            try NamedFile.write(try PortfolioKind.json(try made.bytes(of: Name.portfolio)) { base + $0 }, to: json)
        }
    }
}

extension PortfolioCommand.EditionArguments {
    func validate() throws {
        let diagnostics = [
            maxSize != nil && byteCount == nil ? "--max-size must be a size with its unit, such as 10MB." : nil,
            bleed != nil && millimetres == nil ? "--bleed must be a length such as 3mm." : nil,
        ].compactMap(\.self)
        if !diagnostics.isEmpty { throw ValidationError(diagnostics.joined(separator: " ")) }
    }

    private var byteCount: Int64? { maxSize.flatMap(ByteSize.parse) }

    private var millimetres: Double? {
        bleed.flatMap { text in
            let number = text.hasSuffix("mm") ? String(text.dropLast(2)) : text
            return Double(number.trimmingCharacters(in: .whitespaces))
        }
    }

    /// Returns an edition overridden by these options, which messages then name.
    fileprivate func added(to file: EditionFile) -> EditionFile {
        var file = file
        func replace<Value>(
            _ key: WritableKeyPath<PortfolioEdition, Value?>, _ value: Value?, _ option: String, _ name: String
        ) {
            guard let value else { return }
            file.edition[keyPath: key] = value
            file.source.labels[name] = option
        }
        replace(\.page, page, "--page", "page")
        replace(\.theme, theme, "--theme", "theme")
        replace(\.accent, accent, "--accent", "accent")
        replace(\.maxSize, byteCount, "--max-size", "maxSize")
        replace(\.ppi, ppi, "--ppi", "ppi")
        replace(\.bleed, millimetres, "--bleed", "bleed")
        replace(\.cover, cover, "--cover", "cover")
        return file
    }
}

extension PortfolioEdition.Page: ExpressibleByArgument {}
extension PortfolioEdition.Theme: ExpressibleByArgument {}

/// The store for the portfolio: the user's, or a temporary one that is removed afterwards.
private struct ChosenStore {
    let local: LocalSystem
    /// The arguments that pass the store to the stage processes.
    let arguments: SystemArguments
    private let temporary: URL?

    init(_ system: SystemArguments, isKept: Bool) throws {
        guard !isKept else {
            temporary = nil
            arguments = system
            local = try system.open()
            return
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "formwright-portfolio-\(UUID().uuidString)", isDirectory: true)
        var own = system
        own.store = folder.path
        arguments = own
        temporary = folder
        do {
            local = try own.open()
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    func remove() {
        if let temporary { try? FileManager.default.removeItem(at: temporary) }
    }
}

extension ProgressBar {
    /// Shows what is being done for a portfolio.
    func show(_ step: PortfolioBuilder.Step) {
        switch step {
        case .analysing(let completed, let total): show("analyse", completed, of: total)
        case .typesetting(let completed, let total): show("typeset", completed, of: total)
        }
    }
}
