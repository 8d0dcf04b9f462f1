import Foundation
import Trading
import Typesetting

/// The recommendations that result from the user's opinions.
struct AnalysisSection {
    private let content: StatementContent
    private let style: StatementStyle

    init(_ content: StatementContent, _ style: StatementStyle) {
        self.content = content
        self.style = style
    }

    var blocks: AnySequence<FlowBlock> {
        guard let session = content.analysis else { return AnySequence([]) }
        let journal = content.journal
        let names = journal.files.filter { $0.format == "opinions" }.map(\.name)
        let heading = [
            StatementStyle.heading("Analysis of \(session.day)"),
            StatementStyle.notice(
                "Computed from the opinions in \(names.joined(separator: ", ")); not advice.",
                "It combines opinions and forecasts nothing."),
        ]
        guard !session.recommendations.isEmpty else {
            return AnySequence(heading + [StatementStyle.paragraph("No opinion passes the limits of the analysis.")])
        }
        let columns: [StatementStyle.Column] = [
            .text("Security", .share(64)), .text("Type", .share(36)), .figures("Priority", 44),
            .figures("Confidence", 56), .figures("Price", 56), .figures("Target", 50), .figures("Stop loss", 50),
            .figures("Shares", 48), .figures("Amount, \(content.currency)", 60), .text("State", .share(56)),
        ]
        return AnySequence(
            heading + [style.table(columns, summary: "What the opinions come to, by priority")],
            session.recommendations.lazy.flatMap { rows($0) }, [.end])
    }

    private func rows(_ recommendation: Recommendation) -> [FlowBlock] {
        let shares = recommendation.sharesToBuy ?? recommendation.sharesToSell
        let money = recommendation.cashAllocated ?? recommendation.cashFromSale
        let reasons = [
            recommendation.reasoning, Self.list("For", recommendation.factors),
            Self.list("Against", recommendation.riskFactors),
        ].filter { !$0.isEmpty }.joined(separator: "\n")
        let figures = FlowBlock.row(
            TableRow(
                [
                    style.text(content.security(recommendation.security).label, isBold: true, isRowHeader: true),
                    style.text(recommendation.kind.rawValue.capitalized),
                    style.figure(FigureText.money(recommendation.priority)),
                    style.figure(FigureText.percent(fraction: recommendation.confidence)),
                    style.figure(
                        FigureText.price(recommendation.quote.price), detail: "\(recommendation.quote.currency)"),
                    style.figure(recommendation.targetPrice.map(FigureText.price) ?? ""),
                    style.figure(recommendation.stopLoss.map(FigureText.price) ?? ""),
                    style.figure(shares.map { FigureText.quantity(Amount($0)) } ?? ""),
                    style.figure(money.map(FigureText.money) ?? ""),
                    style.text(recommendation.status.rawValue.capitalized, detail: Self.validity(of: recommendation)),
                ], staysWithNext: !reasons.isEmpty))
        guard !reasons.isEmpty else { return [figures] }
        return [figures, .row(TableRow([style.note(reasons, span: columnCount)]))]
    }

    private static func validity(of recommendation: Recommendation) -> String {
        recommendation.status == .expired ? "\(recommendation.expires)" : "Valid until \(recommendation.expires)"
    }

    private let columnCount = 10

    private static func list(_ title: String, _ items: [String]) -> String {
        items.isEmpty ? "" : "\(title): \(items.joined(separator: "; "))"
    }
}
