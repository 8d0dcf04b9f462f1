import BrokerFiles
import FailureModel
import Foundation
import TestSupport
import Testing
import Trading

/// Damaged files of every reader: each is read, or refused with one of the codes of the readers.
///
/// `FORMWRIGHT_FUZZ` sets how many variants of each sample are tried, `FORMWRIGHT_SEED` repeats a run.
@Suite("Damaged account files") struct BrokerFuzzTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let rounds = environment["FORMWRIGHT_FUZZ"].flatMap { Int($0) }.map { max(1, $0 / 10) } ?? 60
    private static let seed = environment["FORMWRIGHT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)

    private static let codes: Set<ErrorCode> = [
        .unknownColumns, .malformedTable, .unknownAction, .dateUnreadable, .tooManyRows, .inputEmpty, .inputTooLarge,
    ]

    private static let own: [(String, String)] = [
        ("a.trades.csv", "date,action,symbol,quantity,price,fees,currency,id\n2025-01-02,BUY,SAP,10,12.5,1,EUR,7\n"),
        ("a.lots.csv", "date,symbol,quantity,price,currency\n2025-01-02,SAP,10,12.5,EUR\n"),
        ("a.prices.csv", "date,symbol,close\n2025-01-02,SAP,12.5\n"),
        ("a.rates.csv", "date,from,to,rate\n2025-01-02,USD,EUR,0.9\n"),
        (
            "a.opinions.json",
            #"[{"symbol": "A", "advisor": "x", "type": "BUY", "confidence": 0.5, "date": "2025-01-02", "factors": ["a"]}]"#
        ),
        ("a.account.yaml", "title: x\ncurrency: EUR\nperiod: {from: 2025-01-01}\nsecurities:\n  A: {aliases: [B]}\n"),
        ("a.columns.yaml", "currency: EUR\ncolumns: {date: d, symbol: s, quantity: q, price: p, fees: [f, g]}\n"),
    ]

    private static let brokers = [
        "schwab-export.csv", "schwab-options.csv", "trading212-export.csv", "trading212-splits.csv", "ibkr-trades.csv",
        "ibkr-cash.csv", "fidelity.ofx", "investment_401k.ofx", "specification.ofx",
    ]

    /// Pieces that readers stumble over.
    private static let pieces: [[UInt8]] = [
        [0], [0xFF], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF], [0xC3], [0x0D], [0x0A], [0x22], [0x22, 0x22], [0x2C], [0x3B],
        [0x09],
        Array("=HYPERLINK(\"http://x\")".utf8), Array("=1+1|'cmd'!A1".utf8), Array("9999-12-31".utf8),
        Array(String(repeating: "9", count: 40).utf8), Array("1e999".utf8), Array("-0".utf8), Array("NaN".utf8),
        Array("<!ENTITY a \"&a;&a;\">".utf8), Array("&a;".utf8), Array("<".utf8), Array("</OFX>".utf8),
        Array("<OFX>".utf8),
        Array("[[[[".utf8), Array("{}".utf8), Array("&x *x".utf8), Array(": ".utf8),
        Array(repeating: 0x41, count: 20_000),
        Array("\u{202E}\u{0000}\u{FEFF}\u{1F4A9}".utf8),
    ]

    private func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes = Array(bytes.prefix(place))
            case 1: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
            case 2: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            case 3:
                let end = min(bytes.count, place + Int.random(in: 0...64, using: &random))
                bytes.removeSubrange(place..<end)
            case 4:
                let end = min(bytes.count, place + Int.random(in: 0...256, using: &random))
                bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default:
                let end = min(bytes.count, place + 8)
                bytes.replaceSubrange(place..<end, with: Self.pieces.randomElement(using: &random) ?? [])
            }
        }
        return bytes
    }

    private func check(_ bytes: [UInt8], as name: String) {
        do throws(Failure) {
            let file = try AccountFileReader().read(Data(bytes), name: name)
            let lines = 1...Int32(1 + bytes.count { $0 == 0x0A || $0 == 0x0D })
            #expect(file.entries.allSatisfy { lines.contains($0.line) })
            #expect(file.omissions.allSatisfy { lines.contains($0.line) })
            #expect(file.positions.allSatisfy { lines.contains($0.line) })
            #expect(file.balances.allSatisfy { lines.contains($0.line) })
            for entry in file.entries {
                #expect(entry.quantity >= 0 && (entry.price ?? 0) >= 0)
                #expect(
                    entry.security.map { $0 >= 0 && $0 < Int32(file.securities.count) } ?? !entry.action.needsSecurity)
                #expect(!entry.quantity.isNaN && !(entry.amount ?? 0).isNaN && !(entry.rate ?? 1).isNaN)
                // A dividend that is taken back has negative tax.
                #expect(entry.fees >= 0 || entry.action == .dividend && (entry.amount ?? 0) < 0)
                if ![.dividend, .interest, .fee, .tax].contains(entry.action) { #expect((entry.amount ?? 0) >= 0) }
            }
        } catch {
            for each in error.all { #expect(Self.codes.contains(each.code), "\(each.code): \(each.message)") }
        }
    }

    @Test("our own files")
    func ownFiles() {
        print("seed \(Self.seed)")
        var random = SeededGenerator(seed: Self.seed)
        for (name, text) in Self.own {
            check(Array(text.utf8), as: name)
            for _ in 0..<Self.rounds * 5 { check(damaged(Array(text.utf8), &random), as: name) }
        }
    }

    @Test("brokers' files", arguments: brokers)
    func brokerFiles(_ sample: String) throws {
        let bytes = [UInt8](try TestData.data("brokers/\(sample)"))
        let name = sample.hasSuffix(".ofx") ? "a.ofx" : "a.csv"
        print("seed \(Self.seed)")
        var random = SeededGenerator(seed: Self.seed)
        for _ in 0..<Self.rounds { check(damaged(bytes, &random), as: name) }
    }

    @Test("cells that a spreadsheet would run are text, and cells of a megabyte are refused")
    func cells() throws {
        let header = "date,action,symbol,quantity,price,fees,currency,notes\n"
        let formula = "=cmd|' /C calc'!A0"
        let file = try read("\(header)2025-01-02,BUY,=A1,1,1,,EUR,\"\(formula)\"\n", as: "a.trades.csv")
        #expect(file.entries[0].notes == formula)
        #expect(file.securities[0].symbol == "=A1")
        let cell = String(repeating: "x", count: 1 << 20)
        for text in ["\(header)2025-01-02,BUY,A,1,1,,EUR,\(cell)\n", "\(header)\"\(cell)", "\(cell)\n"] {
            let failure = try refusal(text, as: "a.trades.csv")
            #expect([.malformedTable, .unknownColumns].contains(failure.code))
            #expect(failure.message.utf8.count < 500)
        }
    }

    @Test(
        "a byte order mark is none of the text, and tables can be UTF-16", arguments: AccountFileName.Role.allCases
    )
    func encodings(_ role: AccountFileName.Role) throws {
        let name = "a\(role.suffixes[0])"
        // Neither a table nor anything else.
        for text in [Data([0xFF, 0xFE, 0x61, 0x00]), Data([0xFE, 0xFF, 0x00, 0x61])] {
            let failure = #expect(throws: Failure.self) { try AccountFileReader().read(text, name: name) }
            #expect([.malformedTable, .unknownColumns].contains(failure?.code))
        }
        guard let own = Self.own.first(where: { $0.0 == name }) else { return }
        let file = try read("\u{FEFF}\(own.1)", as: name)
        if name.hasSuffix(".csv") {
            let wide = Data([0xFF, 0xFE]) + (try #require(own.1.data(using: .utf16LittleEndian)))
            var noted = file
            noted.notes = ["\(name): read as UTF-16, since it is not UTF-8."]
            #expect(try AccountFileReader().read(wide, name: name) == noted)
        }
    }
}
