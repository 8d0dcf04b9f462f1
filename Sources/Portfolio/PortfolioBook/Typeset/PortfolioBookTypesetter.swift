package import FailureModel
package import Foundation
import Portfolio
import Typesetting

/// Typesets the book of a portfolio.
///
/// The same book gives the same bytes. Pictures are read one at a time as their pages are drawn, so memory use does not
/// grow with their number.
package struct PortfolioBookTypesetter: Sendable {
    private let book: PortfolioBook
    private let progress: @Sendable (_ completed: Int, _ total: Int) throws(Failure) -> Void

    /// Creates a typesetter of one book.
    ///
    /// - Parameters:
    ///   - book: The book.
    ///   - progress: Called after each page. Throwing stops the work. A book that exceeds its maximum size is set
    ///     again, starting with the first page.
    package init(
        _ book: PortfolioBook,
        progress: @escaping @Sendable (_ completed: Int, _ total: Int) throws(Failure) -> Void = {
            (_, _) throws(Failure) in
        }
    ) {
        self.book = book
        self.progress = progress
    }

    /// The supported bleeds in millimetres.
    package static let bleeds = 0.0...10.0
    /// The supported resolutions in pixels per inch.
    package static let resolutions = 72...600

    /// Sets the book in memory.
    ///
    /// - Throws: The errors of ``write(to:)``.
    package func pdf() throws(Failure) -> (pdf: Data, report: PortfolioBookReport) {
        var pdf = Data()
        let report = try write { bytes in pdf += bytes }
        return (pdf, report)
    }

    /// Sets the book.
    ///
    /// This blocks.
    ///
    /// `write` receives the bytes of the PDF in order. Nothing is written if the book fails.
    ///
    /// - Throws: `malformed_portfolio` for an edition out of range, `size_unreachable`, the errors of `Typesetter`, of
    ///   the source of pictures, of `progress` and of `write`.
    package func write(to write: (Data) throws(Failure) -> Void) throws(Failure) -> PortfolioBookReport {
        if let mistake { throw Failure(.malformedPortfolio, mistake) }
        guard let most = book.edition.maxSize else {
            let quality = BookQuality.plain(book.edition)
            return try set(PicturePreparer(book, quality), quality, to: write)
        }
        let steps = BookQuality.steps(for: book.edition)
        let first = steps[0]
        // A single step is tried again with the JPEGs that it embeds unchanged, if they become smaller.
        let further = steps.count > 1 ? Array(steps.dropFirst()) : steps
        let preparer = PicturePreparer(book, first, measuring: further)
        let (report, spool) = try spooled(preparer, first)
        if report.size <= most {
            try Self.copy(spool, to: write)
            return report
        }
        var smallest = report.size
        for (index, step) in further.enumerated() {
            let estimate = Double(preparer.sizes.estimate(step: index, total: report.size)) * Self.reserve
            // An estimate skips a step, but only the book itself shows that the coarsest step is too large.
            guard estimate <= Double(most) || index == further.count - 1 else { continue }
            let (report, spool) = try spooled(PicturePreparer(book, step, shrinksPlainFiles: true), step)
            if report.size <= most {
                try Self.copy(spool, to: write)
                return report
            }
            smallest = min(smallest, report.size)
        }
        throw Failure(
            .sizeUnreachable,
            "With pictures of \(further.last?.ppi ?? first.ppi) pixels per inch the book still has \(Self.text(of: Double(smallest))), more than the \(most) bytes asked for.",
            hint: "Allow that size, or leave pictures out.")
    }

    /// Formats a size in the notation of editions, rounded up so that it is reachable.
    private static func text(of bytes: Double) -> String {
        bytes < 1e6
            ? "\(Int((bytes / 1e3).rounded(.up))) kB" : "\((bytes / 1e5).rounded(.up) / 10) MB"
    }

    /// The tolerated ratio of a size to its estimate.
    ///
    /// Measuring shrinks pictures differently.
    private static let reserve = 1.03

    /// The error in the edition, if any.
    private var mistake: String? {
        if let bleed = book.edition.bleed, !Self.bleeds.contains(bleed) { return "The bleed must be from 0 to 10 mm." }
        if let ppi = book.edition.ppi, !Self.resolutions.contains(ppi) {
            return "The resolution must be from 72 to 600 ppi."
        }
        return nil
    }

    private func spooled(
        _ preparer: PicturePreparer, _ quality: BookQuality
    ) throws(Failure) -> (report: PortfolioBookReport, spool: Spool) {
        let spool = Spool()
        let report = try set(preparer, quality) { bytes throws(Failure) in
            _ = bytes.withUnsafeBytes { spool.append($0) }
            if let failure = spool.failure { throw failure }
        }
        return (report, spool)
    }

    private static func copy(_ spool: Spool, to write: (Data) throws(Failure) -> Void) throws(Failure) {
        let chunk = 1 << 20
        for start in stride(from: 0, to: spool.count, by: chunk) {
            try write(Data(try spool.read(start..<min(start + chunk, spool.count))))
        }
    }

    private func set(
        _ preparer: PicturePreparer, _ quality: BookQuality, to write: (Data) throws(Failure) -> Void
    ) throws(Failure) -> PortfolioBookReport {
        let manifest = book.manifest
        let typesetter = Typesetter(
            info: DocumentInfo(
                title: manifest.title, subject: manifest.subtitle.isEmpty ? nil : manifest.subtitle,
                language: manifest.language),
            options: TypesettingOptions(statesColors: true, packsObjects: true))
        var report = PortfolioBookReport()
        var size = 0
        try typesetter.write { bytes throws(Failure) in
            size += bytes.count
            try write(bytes)
        } drawing: { canvas throws(Failure) in
            let setting = BookSetting(book, on: canvas)
            let plan = BookPlan(setting)
            var painter = PlanPainter(setting, preparer)
            report = try painter.draw(plan, progress: progress)
            report.missingCharacters = setting.missingCharacters
            let page = { (input: Int) in report.pictures.first { $0.input == input }?.page ?? 1 }
            report.warnings += setting.cut.sorted().map {
                PortfolioBookReport.Warning(code: .textCut, input: $0, page: page($0))
            }
        }
        report.size = size
        report.ppi = quality.ppi
        report.quality = quality.jpeg
        return report
    }
}
