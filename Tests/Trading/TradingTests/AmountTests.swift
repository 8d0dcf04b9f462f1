import Foundation
import TestSupport
import Testing
import Trading

@Suite("Amounts") struct AmountTests {
    /// Numbers of all sizes, with those in which shortcuts could go wrong.
    private func numbers(_ random: inout SeededGenerator) -> [Amount] {
        let edges: [Amount] = [
            0, 1, -1, 10, 1_000_000, Amount(Decimal(UInt64.max)), Amount(.min), Amount(scaled: 5, places: 3),
            Amount(scaled: -5, places: 3), Amount(scaled: 9_999, places: 4), Amount(1) / 3,
            Amount(scaled: 7, places: -40), Amount(scaled: -7, places: 40), Amount(scaled: 1, places: -60), .nan,
        ]
        return edges
            + (0..<60).map { round in
                let digits =
                    UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
                let number = Amount(
                    Decimal(
                        sign: Bool.random(using: &random) ? .minus : .plus,
                        exponent: Int.random(in: -20...4, using: &random), significand: Decimal(digits)))
                return round.isMultiple(of: 3)
                    ? number * Amount(Int.random(in: 1...Int(UInt32.max), using: &random)) : number
            }
    }

    private func rounded(_ number: Decimal, _ places: Int, _ mode: NSDecimalNumber.RoundingMode = .plain) -> Decimal {
        var (value, rounded) = (number, Decimal())
        NSDecimalRound(&rounded, &value, places, mode)
        return rounded
    }

    @Test("texts, sums, products, quotients, orders and rounded numbers are those of Foundation", arguments: 0..<5)
    func sameAsFoundation(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let numbers = numbers(&random)
        for number in numbers {
            let decimal = Decimal(number)
            #expect(number.text == decimal.description)
            #expect(Amount(decimal) == number)
            #expect(isSame(-number, -decimal))
            #expect(isSame(number.magnitude, decimal.magnitude))
            #expect(number.double == NSDecimalNumber(decimal: decimal).doubleValue || number.isNaN)
            #expect(isSame(number.floor, rounded(decimal, 0, .down)))
            for places in [-2, 0, 2, 4, 10] {
                #expect(
                    isSame(number.rounded(toPlaces: places), rounded(decimal, places)), "\(number) to \(places) places")
            }
        }
        for left in numbers {
            for right in numbers {
                let (exactLeft, exactRight) = (Decimal(left), Decimal(right))
                #expect(isSame(left + right, exactLeft + exactRight), "\(left) + \(right)")
                #expect(isSame(left - right, exactLeft - exactRight), "\(left) - \(right)")
                #expect(isSame(left * right, exactLeft * exactRight), "\(left) × \(right)")
                #expect(isSame(left / right, exactLeft / exactRight), "\(left) / \(right)")
                #expect((left < right) == (exactLeft < exactRight), "\(left) < \(right)")
                #expect((left == right) == (exactLeft == exactRight), "\(left) == \(right)")
                var totals = CashTotals()
                (totals.deposits, totals.openings) = (left, right)
                #expect(isSame(totals.netPaidIn, exactLeft + exactRight), "\(left) and \(right) paid in")
                (totals.openings, totals.withdrawals) = (0, right)
                #expect(isSame(totals.balance, exactLeft - exactRight), "\(left) less \(right)")
                if !left.isNaN, right.magnitude > Amount(scaled: 1, places: 6), left.magnitude < 1_000_000_000_000 {
                    #expect(
                        isSame(left.percent(of: right), rounded(exactLeft / exactRight * 100, 2)),
                        "\(left) in percent of \(right)")
                }
            }
        }
    }

    /// Whether a number is equal to one of Foundation and written alike, or both are none.
    private func isSame(_ number: Amount, _ decimal: Decimal) -> Bool {
        number.isNaN ? decimal.isNaN : Decimal(number) == decimal && number.description == decimal.description
    }

    @Test("numbers are equal whatever their zeros, and equal numbers have one hash")
    func equality() throws {
        for texts in [
            ["1", "1.0", "1.00", "10e-1"], ["1200", "12e2", "1200.0"], ["0", "-0", "0.00"], ["-0.5", "-.50"],
        ] {
            #expect(Set(try texts.map(number)).count == 1)
        }
        #expect(Amount(scaled: 1_000, places: 3) == 1)
        #expect(try number("0.5") + number("0.5") == 1)
        #expect(try number("1") != number("-1"))
        #expect(try number("-2") < number("-1.99"))
        #expect(try number("99999999999999999999") > number("0.00000000000000000001"))
    }

    @Test("nothing is lost within 128 bits, and 38 digits are left beyond")
    func exactness() throws {
        let large = try number("99999999999999999999")
        let small = try number("0.000000000000000001")
        #expect((large + small).text == "99999999999999999999.000000000000000001")
        #expect(large + small - large == small)
        #expect((large * 1_000_000_007).text == "100000000699999999998999999993")
        #expect((large * large * large).text.count == 60)
        #expect(large * large * large - 1 == large * large * large)
        let greatest = Amount(scaled: 1, places: -127)
        #expect(
            (greatest * greatest).isNaN && (Amount(1) / 0).isNaN && (Amount.nan + 1).isNaN && (1 - Amount.nan).isNaN)
        #expect(Amount(.min).text == "-9223372036854775808")
        #expect(Amount(0.1, places: 3) == Amount(scaled: 1, places: 1))
        #expect(Amount(.infinity, places: 3) == nil)
    }

    @Test("numbers are encoded and decoded as those of Foundation")
    func coding() throws {
        let texts = ["0", "-12.5", "0.00000000000000000001", "99999999999999999999", "1234567890123456789.0123456789"]
        let numbers = try texts.map(number)
        let data = try JSONEncoder().encode(numbers)
        #expect(data == (try JSONEncoder().encode(numbers.map { Decimal($0) })))
        #expect(String(decoding: data, as: UTF8.self) == "[" + texts.joined(separator: ",") + "]")
        #expect(try JSONDecoder().decode([Amount].self, from: data) == numbers)
        #expect(try JSONDecoder().decode([Amount].self, from: Data("[1.50, 1e3]".utf8)) == [number("1.5"), 1000])
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
        #expect(Amount(1).percent(of: 8).text == "12.5")
        #expect(try number("1.00005").percent(of: 100) == number("1"))
        #expect(try number("-0.12345").percent(of: 1) == number("-12.35"))
        #expect(Amount(5).percent(of: 0) == 0)
        #expect(Amount(-1).percent(of: -4) == 25)
    }
}
