import Trading
import Typesetting

/// The sources of the figures: files, prices, method, and differences from the broker's figures.
struct SourcesSection {
    private let content: StatementContent
    private let style: StatementStyle
    private let isTagged: Bool

    init(_ content: StatementContent, _ style: StatementStyle, isTagged: Bool) {
        self.content = content
        self.style = style
        self.isTagged = isTagged
    }

    var blocks: AnySequence<FlowBlock> {
        AnySequence(
            [
                AnySequence([StatementStyle.heading("Sources")] + files), AnySequence(facts), differences, omissions,
                AnySequence(passedOver),
                AnySequence([StatementStyle.paragraph("This is not a tax document.")]),
            ].joined())
    }

    private var files: [FlowBlock] {
        let columns: [StatementStyle.Column] = [
            .text("File", .share(3)), .text("Format", .share(1)), .text("SHA-256", .share(7)),
        ]
        let rows = content.journal.files.enumerated().map { index, file in
            let digest = content.digests.indices.contains(index) ? content.digests[index] : "–"
            return FlowBlock.row(
                TableRow([
                    style.text(file.name, isRowHeader: true), style.text(file.format), style.note(digest, span: 1),
                ]))
        }
        return [style.table(columns, summary: "The files of the account")] + rows + [.end]
    }

    private var facts: [FlowBlock] {
        let journal = content.journal
        var facts = [
            "Lots: \(Self.name(of: journal.settings.method ?? .fifo)). Money of each row is rounded to cents, half away "
                + "from zero; totals are the sums of the rows as shown, and percentages come from exact figures."
        ]
        let days = content.holdings.holdings.map(\.quote.day)
        if let oldest = days.min(), let newest = days.max() {
            facts.append(
                oldest == newest ? "All prices are of \(oldest)." : "The prices are of \(oldest) to \(newest).")
        }
        if !journal.duplicates.isEmpty {
            facts.append("Entries that are in several files and count once: \(journal.duplicates.count).")
        }
        if !content.unreadFiles.isEmpty {
            facts.append(
                "Files that could not be read and are not part of this statement: "
                    + content.unreadFiles.joined(separator: ", ") + ".")
        }
        if !isTagged {
            facts.append("The statement is too long to carry a structure for screen readers.")
        }
        return [StatementStyle.heading("Notes on the method", level: 3)] + facts.map { StatementStyle.paragraph($0) }
    }

    static func name(of method: LotMethod) -> String {
        switch method {
        case .fifo: "the oldest shares are sold first (FIFO)"
        case .lifo: "the newest shares are sold first (LIFO)"
        case .hifo: "the most expensive shares are sold first (HIFO)"
        case .average: "shares are sold at the average cost of all"
        case .specific: "the shares that the files name are sold"
        }
    }

    private var differences: AnySequence<FlowBlock> {
        let reconciliation = content.reconciliation
        let compared = reconciliation.positionCount + reconciliation.balanceCount
        let heading = StatementStyle.heading("Compared with the broker", level: 3)
        guard compared > 0 else {
            return AnySequence([
                heading,
                StatementStyle.paragraph(
                    reconciliation.isPartial
                        ? Reconciliation.partialNote
                        : "No file states positions or cash with which the figures could be compared."),
            ])
        }
        let result =
            "Figures of the broker that were compared: positions \(reconciliation.positionCount), "
            + "cash \(reconciliation.balanceCount)."
        guard !reconciliation.differences.isEmpty else {
            return AnySequence([heading, StatementStyle.paragraph(result + " None differs.")])
        }
        let columns: [StatementStyle.Column] = [
            .text("What", .share(90)), .text("Day", .share(50)), .text("File and line", .share(120)),
            style.shares("Broker", 80), style.shares("Ledger", 80), style.shares("Difference", 80),
        ]
        return AnySequence(
            [
                heading, StatementStyle.paragraph(result),
                style.table(columns, summary: "Where the broker’s figures differ from the ledger’s"),
            ],
            reconciliation.differences.lazy.map { difference in
                func figure(_ number: Amount) -> TableCell {
                    style.figure(
                        difference.security == nil ? FigureText.money(number) : FigureText.quantity(number))
                }
                let what =
                    difference.security.map { content.security($0).label }
                    ?? difference.currency.map { "Cash in \($0)" } ?? "Cash"
                return .row(
                    TableRow([
                        style.text(what, isRowHeader: true), style.text("\(difference.day)"),
                        style.text(place(difference.file, difference.line)), figure(difference.broker),
                        figure(difference.ledger), figure(difference.difference),
                    ]))
            }, [.end])
    }

    private var omissions: AnySequence<FlowBlock> {
        let omissions = content.journal.omissions
        guard !omissions.isEmpty else { return AnySequence([]) }
        let columns: [StatementStyle.Column] = [
            .text("File and line", .share(3)), .text("Security", .share(2)), .text("Why", .share(4)),
        ]
        return AnySequence(
            [
                StatementStyle.heading("Lines that were left out", level: 3),
                style.table(columns, summary: "Lines of the files that could not be booked"),
            ],
            omissions.lazy.map { omission in
                .row(
                    TableRow([
                        style.text(place(omission.file, omission.line), isRowHeader: true),
                        style.text(omission.security.map { content.security($0).label } ?? "–"),
                        style.text(
                            omission.word.map { "\(Self.name(of: omission.reason)): \($0)" }
                                ?? Self.name(of: omission.reason)),
                    ]))
            }, [.end])
    }

    private var passedOver: [FlowBlock] {
        let files = content.journal.files.filter { !$0.passedOver.isEmpty }
        guard !files.isEmpty else { return [] }
        let columns: [StatementStyle.Column] = [.text("File", .share(1)), .text("What was passed over", .share(3))]
        let rows = files.flatMap { file in
            file.passedOver.phrases.map { phrase in
                FlowBlock.row(TableRow([style.text(file.name, isRowHeader: true), style.text(phrase)]))
            }
        }
        return [
            StatementStyle.heading("Lines and columns that were passed over", level: 3),
            style.table(columns, summary: "Lines that are no rows of a table, and columns that are not used"),
        ] + rows + [.end]
    }

    private static func name(of reason: Omission.Reason) -> String {
        switch reason {
        case .short: "a short sale that cannot be booked"
        case .exchange: "an exchange of currencies that names only one of them"
        case .derivative: "an option, future, warrant or other derivative"
        case .debt: "a bond, bill or other debt"
        case .unknown: "a word for what happened that is not known"
        case .related: "a security with other lines left out"
        case .reorganisation: "a merger, spin-off, exchange or other reorganisation"
        case .figures: "figures that contradict each other or are 0"
        case .level: "a level of detail that is not known"
        case .transfer: "securities moved into or out of the account"
        case .other: "not supported"
        }
    }

    private func place(_ file: Int32, _ line: Int32?) -> String {
        let name = content.journal.files[Int(file)].name
        return line.map { "\(name):\($0)" } ?? name
    }
}
