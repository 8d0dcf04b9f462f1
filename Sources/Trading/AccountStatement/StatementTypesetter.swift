package import FailureModel
package import Geometry
package import Foundation
import Trading
package import Typesetting

/// Sets the statement of an account.
///
/// The same content gives the same bytes.
package struct StatementTypesetter: Sendable {
    private let content: StatementContent
    private let size: PageSize

    private let maximumTaggedRowCount: Int

    /// Creates a typesetter of one statement.
    ///
    /// - Parameters:
    ///   - content: the figures.
    ///   - size: the size of the pages.
    ///   - maximumTaggedRowCount: the greatest number of lots, gains and entries of a tagged statement; tags take
    ///     memory for each.
    package init(_ content: StatementContent, size: PageSize = .a4, maximumTaggedRowCount: Int = 60_000) {
        self.content = content
        self.size = size
        self.maximumTaggedRowCount = maximumTaggedRowCount
    }

    /// Whether the statement carries its structure for screen readers.
    package var isTagged: Bool {
        content.ledger.lots.count + content.gains.count + content.entries.count <= maximumTaggedRowCount
    }

    /// Sets the statement; `write` takes the bytes of the PDF in order.
    ///
    /// - Throws: the errors of `Typesetter`, and those of `write`.
    @discardableResult package func write(
        to write: (Data) throws(Failure) -> Void
    ) throws(Failure) -> TypesettingReport {
        try typesetter.write(blocks, to: write)
    }

    /// Sets the statement into memory.
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

    /// A title that leaves room for the period beside it.
    private static func shortened(_ title: String) -> String {
        title.count <= 60 ? title : title.prefix(59) + "…"
    }

    /// The blocks of the statement, each made when it is pulled.
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

/// The blocks of sections one after another, each made when it is pulled.
struct StatementBlocks: Sequence {
    let sections: [AnySequence<FlowBlock>]

    func makeIterator() -> FlattenSequence<[AnySequence<FlowBlock>]>.Iterator { sections.joined().makeIterator() }
}

extension AnySequence<FlowBlock> {
    /// Blocks before and after rows that are made as they are pulled.
    init(_ start: [FlowBlock], _ rows: some Sequence<FlowBlock>, _ end: [FlowBlock]) {
        self.init([AnySequence(start), AnySequence(rows), AnySequence(end)].joined())
    }
}

extension StatementContent {
    /// The number of characters of the widest number of shares in tables.
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

    /// The number of characters of the widest amount of money in tables.
    var widestAmount: Int {
        let amounts = [
            period.openingValue, period.closingValue, holdings.summary.totalInvested,
            holdings.summary.totalCurrentValue, holdings.summary.availableCash, period.totals.deposits,
            period.totals.purchases, period.totals.sales, period.realised, period.unrealisedChange,
        ]
        return amounts.map { FigureText.money(-$0.magnitude).count }.max() ?? 0
    }
}
