import Foundation
import TestSupport
import TestTraits
import Testing
import Trading
import Typesetting

import AccountStatement

@Suite("A statement", .blocking) struct StatementTests {
    /// The text of a statement, row by row as `pdftotext` finds it, with one space between words.
    private func text(_ content: StatementContent) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(StatementTypesetter(content).pdf().pdf, "statement.pdf")
        let text = String(decoding: try Program.run("pdftotext", ["-layout", file.path, "-"]), as: UTF8.self)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func alternativeText(of block: FlowBlock) -> String? {
        guard case .figure(let figure) = block else { return nil }
        return figure.alternativeText
    }

    @Test("looks as it was recorded")
    func looks() throws {
        let pdf = try StatementTypesetter(SampleAccount.content()).pdf().pdf
        let pages = GoldenPages("typesetting/statement")
        try pages.recordIfAsked(pdf)
        #expect(try pages.differences(from: pdf) == [])
    }

    @Test("is the same bytes when made again")
    func sameBytes() throws {
        let pdf = try StatementTypesetter(SampleAccount.content()).pdf().pdf
        #expect(try StatementTypesetter(SampleAccount.content()).pdf().pdf == pdf)
    }

    @Test("shows the sums of the account")
    func sums() throws {
        let content = try SampleAccount.content()
        let text = try text(content)
        let summary = content.holdings.summary
        for amount in [
            content.period.openingValue, content.period.closingValue, content.period.realised,
            content.period.unrealisedChange, summary.totalValue, summary.availableCash, summary.totalInvested,
            summary.totalCurrentValue, summary.totalUnrealisedGain,
        ] {
            #expect(text.contains(FigureText.money(amount)))
        }
        #expect(text.contains("This is not a tax document."))
    }

    @Test("shows each holding in full")
    func holdings() throws {
        let content = try SampleAccount.content()
        let text = try text(content)
        for holding in content.holdings.holdings {
            for figure in [holding.cost, holding.value, holding.gain] {
                #expect(text.contains(FigureText.money(figure)))
            }
            #expect(text.contains(FigureText.price(holding.averagePrice)))
            #expect(text.contains(FigureText.quantity(holding.quantity)))
        }
    }

    @Test("has a summary whose column adds up as shown")
    func column() throws {
        let content = try SampleAccount.content()
        let text = try text(content)
        let start = try #require(text.range(of: "Opening value"))
        let end = try #require(text.range(of: "Closing value", range: start.upperBound..<text.endIndex))
        let words = text[start.upperBound..<end.lowerBound].split(separator: " ")
        let amounts = words.compactMap { word in
            Amount(exactly: word.replacingOccurrences(of: ",", with: "").replacingOccurrences(of: "−", with: "-"))
        }
        #expect(amounts.count == 10)
        #expect(amounts.reduce(0, +) == content.period.closingValue)
        #expect(text[end.upperBound...].hasPrefix(" " + FigureText.money(content.period.closingValue)))
    }

    @Test("shows each gain, lot and entry in full, in rows")
    func rows() throws {
        let content = try SampleAccount.content()
        let text = try text(content)
        for gain in content.ledger.gains {
            let figures = [gain.cost, gain.proceeds, gain.gain].map(FigureText.money)
            let row = [FigureText.quantity(gain.quantity)] + figures + [FigureText.percent(gain.gainPercent)]
            #expect(text.contains(row.joined(separator: " ").replacingOccurrences(of: "\u{A0}", with: " ")))
        }
        for lot in content.holdings.lots(of: content.ledger) {
            let figures = [lot.cost, lot.value, lot.gain].map(FigureText.money)
            let row = [FigureText.quantity(lot.quantity)] + figures + [FigureText.percent(lot.gainPercent)]
            #expect(text.contains(row.joined(separator: " ").replacingOccurrences(of: "\u{A0}", with: " ")))
        }
        for index in content.entries {
            #expect(text.contains(FigureText.money(content.ledger.cash[index])))
        }
    }

    @Test("names the opinions that its analysis is computed from, and gives no advice")
    func analysis() throws {
        let text = try text(SampleAccount.content())
        #expect(text.contains("Computed from the opinions in sample.opinions.json; not advice."))
        #expect(text.contains("Kim: Orders grow."))
    }

    @Test("states the figures of its charts for screen readers")
    func alternativeTexts() throws {
        let content = try SampleAccount.content()
        let texts = Array(SummarySection(content).blocks) + Array(AllocationSection(content).blocks)
        let alternatives = texts.compactMap(alternativeText(of:))
        #expect(alternatives.count == 4)
        #expect(alternatives[0].contains("\(FigureText.money(content.period.closingValue)) at the end"))
        for holding in content.holdings.holdings {
            let label = content.security(holding.security).label
            #expect(alternatives[1].contains("\(label) \(FigureText.money(holding.value))"))
        }
    }

    @Test("begins with what was there before its period")
    func period() throws {
        let settings = try AccountSettings(from: SampleAccount.day("2025-01-01"), to: SampleAccount.day("2025-02-05"))
        let content = try SampleAccount.content(settings: SampleAccount.settings(settings))
        let text = try text(content)
        #expect(content.entries == 8..<12)
        #expect(content.gains.map { content.ledger.gains[$0].gain }.reduce(0, +) == content.period.realised)
        #expect(text.contains("Cash before 2025-01-01 46,016.64"))
        #expect(text.contains("Cash on 2025-02-05 \(FigureText.money(content.ledger.availableCash))"))
        #expect(!text.contains("2024-06-03"))
    }

    @Test("with more rows than its tags may have is untagged and says so")
    func untagged() throws {
        let content = try SampleAccount.content()
        let sentence = "too long to carry a structure for screen readers"
        let tagged = StatementTypesetter(content)
        #expect(tagged.isTagged)
        let untagged = StatementTypesetter(content, maximumTaggedRowCount: 5)
        #expect(!untagged.isTagged)
        let pages = try RenderedPages(untagged.pdf().pdf)
        #expect(try pages.text(pages.count - 1).contains(sentence))
        #expect(try !text(content).contains(sentence))
    }

    @Test("makes its blocks as they are pulled, for 2,000 holdings")
    func manyHoldings() throws {
        var file = EntryFile(name: "many.trades.csv", format: "trades")
        let time = EntryTime(try SampleAccount.day("2025-01-02"))
        file.securities = (0..<2_000).map { Security(symbol: "S\($0)") }
        file.entries = (0..<2_000).map {
            Entry(
                .buy, security: Int32($0), time: time, currency: .usd, quantity: 3, price: Amount($0 + 1),
                line: Int32($0 + 2))
        }
        let content = try SampleAccount.content(of: [file])
        let blocks = HoldingsSection(content, StatementStyle(widestAmount: 10)).blocks
        var rows = 0
        for case .row in blocks { rows += 1 }
        #expect(rows == 2_001)
        let bars = AllocationSection(content).blocks.compactMap(alternativeText(of:))
        #expect(bars[0].contains("1,989 others"))
        // −1 + … + −2,000 times 3.
        #expect(FigureText.money(content.holdings.summary.availableCash) == "−6,003,000.00")
    }

    /// Where the dates of a chart's axis begin and end, in points, by date.
    private func dates(below block: FlowBlock) -> [(text: String, from: Double, to: Double)] {
        guard case .figure(let figure) = block, case .drawing(let drawing) = figure.content else { return [] }
        return drawing.commands.compactMap { command in
            guard case .text(let run, let x, _, let alignment) = command, Day(run.text) != nil else { return nil }
            // Digits are as wide as 0.6 of their size at most.
            let width = Double(run.text.count) * run.style.size * 0.6
            let start = alignment == .start ? x : alignment == .end ? x - width : x - width / 2
            return (run.text, start, start + width)
        }
    }

    @Test("has each day once below its chart, apart from the others and within the page", arguments: [1, 2, 3, 4, 400])
    func axis(days: Int) throws {
        var file = EntryFile(name: "short.trades.csv", format: "trades")
        let first = try SampleAccount.day("2025-01-02")
        file.entries = (0...days).map {
            Entry(
                .deposit, time: EntryTime(first.advanced(by: $0)), currency: .usd, amount: 10_000_000,
                line: Int32($0 + 2))
        }
        let content = try SampleAccount.content(of: [file])
        let dates = SummarySection(content).blocks.map(dates(below:)).first { !$0.isEmpty } ?? []
        #expect(dates.map(\.text).first == "\(first)" && dates.map(\.text).last == "\(first.advanced(by: days))")
        #expect(dates.count == min(days, 4) + 1 && Set(dates.map(\.text)).count == dates.count)
        #expect(dates.allSatisfy { $0.from >= 0 && $0.to <= 500 })
        for (one, next) in zip(dates, dates.dropFirst()) { #expect(one.to < next.from, "\(one) \(next)") }
    }

    @Test("keeps a number of shares in one piece, however many digits it has")
    func longQuantities() throws {
        var file = EntryFile(name: "coins.trades.csv", format: "trades")
        file.securities = [Security(symbol: "COIN")]
        let quantity = try SampleAccount.number("12345678.12345678")
        file.entries = try [
            Entry(
                .buy, security: 0, time: EntryTime(SampleAccount.day("2025-01-02")), currency: .usd,
                quantity: quantity * 2, price: 1, line: 2),
            Entry(
                .sell, security: 0, time: EntryTime(SampleAccount.day("2025-01-03")), currency: .usd,
                quantity: quantity, price: 2, line: 3),
        ]
        file.positions = try [
            BrokerPosition(
                security: 0, quantity: quantity * 3, price: nil, currency: .usd, day: SampleAccount.day("2025-01-03"),
                line: 4)
        ]
        let text = try text(SampleAccount.content(of: [file]))
        // Held, held in a lot, sold of a lot, sold, and compared with what the broker states.
        #expect(text.matches(of: /12,345,678\.12345678/).count == 5)
        #expect(text.matches(of: /24,691,356\.24691356/).count == 2)
        #expect(text.contains("37,037,034.37037034"))
    }

    @Test("says until when a recommendation is valid, or when it expired")
    func validity() throws {
        let valid = try text(SampleAccount.content())
        #expect(valid.contains("Amount,"))
        #expect(valid.contains("Valid until"))
        var market = try SampleAccount.market()
        market.prices.append(
            PriceRow(security: 0, day: try SampleAccount.day("2026-03-15"), close: 41, currency: nil))
        let later = try text(
            SampleAccount.content(of: [SampleAccount.trades(), market, SampleAccount.opinions()]))
        #expect(later.contains("Expired") && !later.contains("alid until"))
    }

    @Test("of an incomplete account says so at the head, on each page and in the sources")
    func incomplete() throws {
        let content = try SampleAccount.content(omissions: [Omission(.derivative, security: 1, line: 20)])
        let text = try text(content)
        #expect(text.contains("Family savings – incomplete"))
        #expect(text.contains("6789 (incomplete)"))
        #expect(text.contains("sample.trades.csv:20"))
    }

    @Test("lists where the broker's figures differ")
    func differences() throws {
        var broker = EntryFile(name: "sample.ofx", format: "ofx")
        broker.securities = try SampleAccount.trades().securities
        broker.positions = [
            BrokerPosition(
                security: 0, quantity: 59, price: nil, currency: .usd, day: try SampleAccount.day("2025-03-15"),
                line: 40)
        ]
        let files = try [SampleAccount.trades(), SampleAccount.market(), broker]
        #expect(try text(SampleAccount.content(of: files)).contains("ACME 2025-03-15 sample.ofx:40 59 60 −1"))
    }

    @Test("of an account without holdings says that nothing is held")
    func nothingHeld() throws {
        var file = EntryFile(name: "empty.trades.csv", format: "trades")
        file.entries = try [
            Entry(.deposit, time: EntryTime(SampleAccount.day("2025-01-02")), currency: .usd, amount: 5, line: 2)
        ]
        #expect(try text(SampleAccount.content(of: [file])).contains("Nothing is held on 2025-01-02."))
    }

    @Test(
        "writes figures with separators and a minus sign",
        arguments: [
            ("0", "0.00"), ("-0.5", "−0.50"), ("999.999", "1,000.00"), ("1234567.1", "1,234,567.10"),
            ("-1234.005", "−1,234.01"), ("12345678901234567.89", "12,345,678,901,234,567.89"),
        ])
    func money(number: String, text: String) throws {
        #expect(try FigureText.money(SampleAccount.number(number)) == text)
    }

    @Test("writes all places of quantities")
    func quantities() throws {
        #expect(try FigureText.quantity(SampleAccount.number("1234.5678")) == "1,234.5678")
        #expect(FigureText.quantity(100) == "100")
        #expect(try FigureText.price(SampleAccount.number("80.333")) == "80.333")
    }

    @Test("writes fees to four places, and a missing percentage as a dash")
    func fees() throws {
        #expect(try FigureText.fees(SampleAccount.number("1.23456789012345678901")) == "1.2346")
        #expect(FigureText.fees(1) == "1.00")
        #expect(FigureText.percent(nil) == "–" && FigureText.percent(12) == "12.00\u{A0}%")
    }
}
