package import FailureModel
package import Geometry
package import Foundation
import Trading
package import Typesetting

/// Typesets the statement of an account.
///
/// The same content always results in the same bytes.
package struct StatementTypesetter: Sendable {
    private let content: StatementContent
    private let size: PageSize

    private let maximumTaggedRowCount: Int

    /// Creates a typesetter of one statement.
    ///
    /// - Parameters:
    ///   - content: the figures.
    ///   - size: the size of the pages.
    ///   - maximumTaggedRowCount: the maximum number of lots, gains and entries of a tagged statement, since each tag
    ///     takes memory.
    package init(_ content: StatementContent, size: PageSize = .a4, maximumTaggedRowCount: Int = 60_000) {
        self.content = content
        self.size = size
        self.maximumTaggedRowCount = maximumTaggedRowCount
    }

    /// Whether the statement is tagged for screen readers.
    package var isTagged: Bool {
        content.ledger.lots.count + content.gains.count + content.entries.count <= maximumTaggedRowCount
    }

    /// Typesets the statement, and passes the bytes of the PDF to `write` in order.
    ///
    /// - Throws: the errors of `Typesetter`, and those of `write`.
    @discardableResult package func write(
        to write: (Data) throws(Failure) -> Void
    ) throws(Failure) -> TypesettingReport {
        try typesetter.write(blocks, to: write)
    }

    /// Typesets the statement in memory.
    ///
    /// - Throws: the errors of `Typesetter`.
    package func pdf() throws(Failure) -> (pdf: Data, report: TypesettingReport) {
        try typesetter.pdf(blocks)
    }

    private var typesetter: Typesetter {
        let name = [content.title, content.maskedNumber].compactMap { $0 }.joined(separator: "  ")
        let title = content.ledger.isIncomplete ? "\(name) (incomplete)" : name
        let template = PageTemplate(
            size: size, margins: Insets(top: 62, start: 46, bottom: 58, end: 46),
            head: RunningLine(start: [.text(Self.shortened(title))], end: [.text(content.periodText)], distance: 32),
            foot: .pageNumbers)
        let info = DocumentInfo(
            title: "Statement of \(content.title), \(content.periodText)", author: content.journal.settings.owner,
            subject: "Account statement; not a tax document", language: "en")
        // A million entries with their lots and gains fill some 60,000 pages.
        let options = TypesettingOptions(isTagged: isTagged, maximumPages: 200_000)
        return Typesetter(template: template, info: info, options: options)
    }

    /// Returns a title that leaves room for the period beside it.
    private static func shortened(_ title: String) -> String {
        title.count <= 60 ? title : title.prefix(59) + "…"
    }

    /// The blocks of the statement, created lazily.
    package var blocks: some Sequence<FlowBlock> {
        let content = content
        let style = StatementStyle(widestAmount: content.widestAmount, widestQuantity: content.widestQuantity)
        return StatementBlocks(sections: [
            SummarySection(content).blocks,
            AllocationSection(content).blocks,
            HoldingsSection(content, style).blocks,
            GainsSection(content, style).blocks,
            LotsSection(content, style).blocks,
            EntriesSection(content, style).blocks,
            AnalysisSection(content, style).blocks,
            SourcesSection(content, style, isTagged: isTagged).blocks,
        ])
    }
}

/// The concatenated blocks of sections, created lazily.
struct StatementBlocks: Sequence {
    let sections: [AnySequence<FlowBlock>]

    func makeIterator() -> FlattenSequence<[AnySequence<FlowBlock>]>.Iterator { sections.joined().makeIterator() }
}

extension AnySequence<FlowBlock> {
    /// Creates a sequence of lazily created rows between other blocks.
    init(_ start: [FlowBlock], _ rows: some Sequence<FlowBlock>, _ end: [FlowBlock]) {
        self.init([AnySequence(start), AnySequence(rows), AnySequence(end)].joined())
    }
}

extension StatementContent {
    /// The length of the widest number of shares in tables, in characters.
    var widestQuantity: Int {
        func widest(_ quantities: some Sequence<Amount>) -> Int {
            quantities.lazy.map { FigureText.quantity($0).count }.max() ?? 0
        }
        return max(
            widest(holdings.holdings.lazy.map(\.quantity)),
            widest(ledger.lots.lazy.map(\.quantity)),
            widest(gains.lazy.map { ledger.gains[$0].quantity }),
            widest(entries.lazy.map { journal.entries[$0].quantity }),
            widest(
                reconciliation.differences.lazy.filter { $0.security != nil }.flatMap {
                    [$0.broker, $0.ledger, $0.difference]
                }))
    }

    /// The length of the widest amount of money in tables, in characters.
    var widestAmount: Int {
        let amounts = [
            period.openingValue, period.closingValue, holdings.summary.totalInvested,
            holdings.summary.totalCurrentValue, holdings.summary.availableCash, period.totals.deposits,
            period.totals.purchases, period.totals.sales, period.realised, period.unrealisedChange,
        ]
        return amounts.map { FigureText.money(-$0.magnitude).count }.max() ?? 0
    }
}
