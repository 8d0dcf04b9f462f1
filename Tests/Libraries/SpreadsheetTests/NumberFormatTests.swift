import Spreadsheet
import TestSupport
import Testing

/// What cells display, as Excel documents them where it shows the same as Excel.
@Suite("Number formats") struct NumberFormatTests {
    /// Returns what a cell with a number and a format displays.
    private func value(_ number: String, _ code: String, workbook: String = "") throws -> CellValue {
        let builder = WorkbookBuilder(
            sheets: [("A", "<row r=\"1\"><c r=\"A1\" s=\"1\"><v>\(number)</v></c></row>")], formats: [code],
            workbook: workbook)
        return try Sheet(builder.data()).cells(ofRow: 0)[0].value.get()
    }

    private func text(_ number: String, _ code: String) throws -> String { try value(number, code).text }

    @Test(
        "General shows whole numbers in full, and decimals without the errors of binary numbers",
        arguments: [
            ("0", "0"), ("1067", "1067"), ("-3", "-3"), ("0.30000000000000004", "0.3"), ("1E-3", "0.001"),
            ("123456789012", "123456789012"), ("1234567890123450", "1234567890123450"), ("1E15", "1000000000000000"),
            ("1E22", "1E+22"), ("0.3333333333333333", "0.333333333"), ("1234.56789012345", "1234.56789"),
            ("12345678901.55", "12345678901.55"), ("0.00001234567", "1.23457E-05"), ("0.0000123", "0.0000123"),
            ("2.5000000000000001", "2.5"), ("99999.999999999", "100000"),
        ])
    func general(_ number: String, _ expected: String) throws {
        #expect(try text(number, "General") == expected)
    }

    @Test(
        "places, zeros, groups, scales and signs are those of the code",
        arguments: [
            ("1067", "00000", "01067"), ("123456789", "000-00-0000", "123-45-6789"),
            ("5551234567", "(000) 000-0000", "(555) 123-4567"), ("12345.678", "#,##0.00", "12,345.68"),
            ("999", "#,##0", "999"), ("1234567", "#,##0", "1,234,567"), ("0.5", "#,##0", "1"), ("0", "#,##0", "0"),
            ("0", "#", ""), ("0.5", ".00", ".50"), ("12.5", ".00", "12.50"), ("1.005", "0.00", "1.01"),
            ("2.675", "0.00", "2.68"), ("-0.001", "0.00", "0.00"), ("1.5", "0.##", "1.5"), ("0.256", "0%", "26%"),
            ("0.256", "0.0%", "25.6%"), ("-1234.5", "#,##0.00;[Red]-#,##0.00", "-1,234.50"),
            ("-1234.5", "#,##0.00_);(#,##0.00)", "(1,234.50)"), ("0", "0;-0;\"none\"", "none"),
            ("12345678", "0.0,,\" M\"", "12.3 M"), ("1234", "0,", "1"), ("1234.5", "\"$\"#,##0.00", "$1,234.50"),
            ("-5", "\"$\"0.00", "-$5.00"), ("1234.5", "[$€-2] #,##0.00", "€ 1,234.50"),
            ("1234.5", "#,##0.00\\ [$€-407]", "1.234,50 €"), ("12345", "0.00E+00", "1.23E+04"),
            ("0.00012", "0.0E-0", "1.2E-4"), ("12345", "##0.0E+0", "12.3E+3"), ("9.99", "0.0E+0", "1.0E+1"),
            ("150", "[>=100]\"many\";0", "many"), ("50", "[>=100]\"many\";0", "50"), ("5", "General\" kg\"", "5 kg"),
            ("5", "0\" Stk.\"", "5 Stk."), ("7", "@", "7"), ("5", ";;;", ""), ("0.5", "# ?/?", "0.5"),
            ("1234.5", "_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\);_(\"$\"* \"-\"??_);_(@_)", "$1,234.50"),
            ("0", "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)", "-"),
            ("9999999", "[<=9999999]000\\-0000;\\(000\\)\\ 000\\-0000", "999-9999"),
            ("1234567890", "[<=9999999]000\\-0000;\\(000\\)\\ 000\\-0000", "(123) 456-7890"),
            ("1E20", "0", "100000000000000000000"), ("0.5", "# ?/8", "0.5"),
        ])
    func numbers(_ number: String, _ code: String, _ expected: String) throws {
        #expect(try text(number, code) == expected)
    }

    @Test(
        "dates and times are written by their tokens",
        arguments: [
            ("46115", "yyyy-mm-dd", "2026-04-03"), ("46115", "dd/mm/yyyy", "03/04/2026"), ("46115", "m/d/yy", "4/3/26"),
            ("46115", "d. mmmm yyyy", "3. April 2026"), ("46115", "dddd, mmm d, yyyy", "Friday, Apr 3, 2026"),
            ("46115", "ddd mmmmm", "Fri A"), ("46115", "[$-407]d. mmmm yyyy", "3. April 2026"),
            ("46085", "[$-407]dddd, d. mmmm yyyy", "Mittwoch, 4. März 2026"),
            ("46085", "[$-40C]d mmmm yyyy", "4 mars 2026"),
            ("46115.6", "yyyy-mm-dd hh:mm", "2026-04-03 14:24"), ("46115.6", "h:mm AM/PM", "2:24 PM"),
            ("0.5208333333", "hh:mm", "12:30"), ("0.99999", "hh:mm", "23:59"), ("0.999999", "hh:mm:ss", "00:00:00"),
            ("0.5", "h:mm:ss a/p", "12:00:00 p"), ("0", "h AM/PM", "12 AM"), ("1.5", "[h]:mm", "36:00"),
            ("0.0208449074", "mm:ss.0", "30:01.0"), ("0.0208449074", "[mm]:ss", "30:01"), ("0.75", "[ss]", "64800"),
            ("46115", "d\"th of\" mmmm", "3th of April"), ("46115", "mm\\-dd", "04-03"),
            ("1", "yyyy-mm-dd", "1900-01-01"),
            ("59", "yyyy-mm-dd", "1900-02-28"), ("60", "yyyy-mm-dd", "1900-02-29"), ("61", "yyyy-mm-dd", "1900-03-01"),
            ("0", "dd.mm.yyyy", "1900-01-00"), ("2958465", "yyyy-mm-dd", "9999-12-31"),
            ("46115.25", "[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy", "2026-04-03"),
            ("46115", "yyyy\"年\"m\"月\"d\"日\"", "2026年4月3日"),
            ("46115", "bbbb", "2569"), ("46115", "b2yyyy-mm-dd", "2026-04-03"),
        ])
    func dates(_ number: String, _ code: String, _ expected: String) throws {
        #expect(try text(number, code) == expected)
    }

    @Test("a whole date is also given as the day, whatever the order in which it is displayed")
    func days() throws {
        #expect(try value("46115", "dd/mm/yyyy") == CellValue(text: "03/04/2026", plain: "2026-04-03"))
        #expect(try value("46115", "mm/dd/yyyy") == CellValue(text: "04/03/2026", plain: "2026-04-03"))
        #expect(try value("44653", "d/m/yy", workbook: "<workbookPr date1904=\"1\"/>").plain == "2026-04-03")
        // Neither a part of a date nor a time is a day.
        for code in ["mmm yyyy", "d.m.", "h:mm", "dd/mm/yyyy hh:mm"] {
            #expect(try value("46115.5", code).plain == nil)
        }
    }

    @Test("a number is also given in plain notation, rounded as displayed")
    func plainNumbers() throws {
        #expect(try value("1234.567", "#,##0.00") == CellValue(text: "1,234.57", plain: "1234.57"))
        #expect(try value("0.256", "0%").plain == "0.26")
        #expect(try value("-5", "0.00;(0.00)").plain == "-5")
        #expect(try value("5", "0").plain == nil)
        #expect(try value("12345", "0,").plain == nil)
    }

    @Test("a number that is no date has no text in the format of one", arguments: ["-1", "2958466", "1E300"])
    func noDates(_ number: String) throws {
        let builder = WorkbookBuilder(
            sheets: [("A", "<row><c s=\"1\"><v>\(number)</v></c></row>")], formats: ["yyyy-mm-dd"])
        #expect(try Sheet(builder.data()).cells(ofRow: 0)[0].value == .failure(.noDate))
    }

    @Test(
        "texts are displayed as the section for texts says",
        arguments: [("0.00", "x"), ("@", "x"), ("0;0;0;\"<\"@\">\"", "<x>"), ("General", "x"), ("yyyy", "x")])
    func texts(_ code: String, _ expected: String) throws {
        let builder = WorkbookBuilder(
            sheets: [("A", "<row><c s=\"1\" t=\"str\"><v>x</v></c></row>")], formats: [code])
        #expect(try Sheet(builder.data()).cells(ofRow: 0)[0].value.get().text == expected)
    }

    @Test(
        "a format that no program would write does no harm",
        arguments: [
            "", "\"", "[", "[$", "\\", "_", "*", ";;;;;;;;", "E+", "0E+", "[$-ZZZZ]0", "[h", "....", ",,,,", "/////",
            "0/0/0",
            String(repeating: "0", count: 255), String(repeating: "m", count: 255),
            String(repeating: "#,", count: 2_000),
            "[>x]0", "[$€-]0", "am/pm", "\u{0}", "[Red][Blue][>5][<3]0",
        ])
    func strangeFormats(_ code: String) throws {
        let escaped = code == "\u{0}" ? "0" : code
        for number in ["0", "-1.5", "1E300", "5E-324", "46115"] { _ = try? value(number, escaped) }
    }
}
