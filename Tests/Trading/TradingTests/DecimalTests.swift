import Foundation
import Testing
import Trading

@Suite("Decimals") struct DecimalTests {
    /// Numbers of all sizes, with those in which shortcuts could go wrong.
    private func numbers(_ random: inout SeededGenerator) -> [Decimal] {
        let edges: [Decimal] = [
            0, 1, -1, 10, 1_000_000, Decimal(UInt64.max), Decimal(Int64.min), Decimal(scaled: 5, places: 3),
            Decimal(scaled: -5, places: 3), Decimal(scaled: 9_999, places: 4), Decimal(1) / Decimal(3),
            Decimal(sign: .plus, exponent: 40, significand: 7), Decimal(sign: .minus, exponent: -40, significand: 7),
        ]
        return edges
            + (0..<60).map { round in
                let digits =
                    UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
                let number = Decimal(
                    sign: Bool.random(using: &random) ? .minus : .plus,
                    exponent: Int.random(in: -20...4, using: &random),
                    significand: Decimal(digits))
                return round.isMultiple(of: 3)
                    ? number * Decimal(UInt32.random(in: 1...UInt32.max, using: &random)) : number
            }
    }

    @Test("texts, sums, products, rounded numbers and percentages are those of Foundation", arguments: 0..<5)
    func sameAsFoundation(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let numbers = numbers(&random)
        for number in numbers {
            #expect(number.text == number.description)
            for places in [0, 2, 4, 10] {
                var (value, rounded) = (number, Decimal())
                NSDecimalRound(&rounded, &value, places, .plain)
                #expect(number.rounded(toPlaces: places) == rounded, "\(number) to \(places) places")
            }
        }
        for left in numbers {
            for right in numbers {
                var totals = CashTotals()
                totals.deposits = left
                totals.openings = right
                #expect(isSame(totals.netPaidIn, left + right), "\(left) + \(right)")
                totals = CashTotals()
                totals.deposits = left
                totals.withdrawals = right
                #expect(isSame(totals.balance, left - right), "\(left) - \(right)")
                let entry = Entry(
                    .buy, security: 0, time: EntryTime(.first), currency: .usd, quantity: left, price: right, line: 1)
                #expect(isSame(entry.gross, left * right), "\(left) × \(right)")
                if right != 0, abs(right) > Decimal(scaled: 1, places: 6), abs(left) < 1_000_000_000_000 {
                    var (quotient, rounded) = (left / right * 100, Decimal())
                    NSDecimalRound(&rounded, &quotient, 2, .plain)
                    #expect(left.percent(of: right) == rounded, "\(left) in percent of \(right)")
                }
            }
        }
    }

    /// Whether two numbers are equal and written alike, or both are none.
    private func isSame(_ left: Decimal, _ right: Decimal) -> Bool {
        left.isNaN ? right.isNaN : left == right && left.description == right.description
    }

    @Test("the part before the point is cut off, and limited to what an integer holds")
    func integerPart() throws {
        for (text, expected) in [
            ("0", 0), ("1.999", 1), ("-1.999", -1), ("0.001", 0), ("1200", 1200), ("-0.5", 0),
            ("99999999999999999999", Int.max), ("-99999999999999999999", Int.min),
        ] {
            #expect(try number(text).integerPart == expected)
        }
    }

    @Test("quotients have twenty places, rounded half away from zero, whatever the size of the numbers")
    func quotient() throws {
        for (dividend, divisor, quotient) in [
            ("1", "3", "0.33333333333333333333"), ("-2", "3", "-0.66666666666666666667"), ("1", "4", "0.25"),
            ("30000", "1.5", "20000"), ("0", "7", "0"), ("1e19", "4", "2500000000000000000"),
            ("0.00000000000000000001", "2", "0.00000000000000000001"),
            ("12345678901234567890.5", "0.25", "49382715604938271562"),
        ] {
            let result = try number(dividend).divided(by: number(divisor))
            #expect(try result == number(quotient), "\(dividend) / \(divisor) = \(result)")
        }
    }

    @Test("percentages are rounded half away from zero")
    func percent() throws {
        #expect(Decimal(1).percent(of: 8).text == "12.5")
        #expect(try number("1.00005").percent(of: 100) == number("1"))
        #expect(try number("-0.12345").percent(of: 1) == number("-12.35"))
        #expect(Decimal(5).percent(of: 0) == 0)
        #expect(Decimal(-1).percent(of: -4) == 25)
    }
}
