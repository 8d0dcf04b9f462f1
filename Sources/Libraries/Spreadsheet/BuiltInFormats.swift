/// The number formats that a workbook uses without stating them (ISO/IEC 29500-1, 18.8.30).
enum BuiltInFormats {
    /// Returns the format with a number; General for one without a meaning.
    static func format(_ number: Int) -> NumberFormat {
        switch number {
        // Days in the order of the reader's system, also those of East Asian systems.
        case 14, 27...31, 36, 50...54, 57, 58: .systemDate
        default: codes[number].map(NumberFormat.init(code:)) ?? .general
        }
    }

    private static let codes: [Int: String] = [
        1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "\"$\"#,##0_);\\(\"$\"#,##0\\)",
        6: "\"$\"#,##0_);[Red]\\(\"$\"#,##0\\)", 7: "\"$\"#,##0.00_);\\(\"$\"#,##0.00\\)",
        8: "\"$\"#,##0.00_);[Red]\\(\"$\"#,##0.00\\)", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
        13: "# ??/??", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm",
        21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 32: "h:mm", 33: "h:mm:ss", 34: "h:mm AM/PM", 35: "h:mm:ss AM/PM",
        37: "#,##0_);\\(#,##0\\)", 38: "#,##0_);[Red]\\(#,##0\\)", 39: "#,##0.00_);\\(#,##0.00\\)",
        40: "#,##0.00_);[Red]\\(#,##0.00\\)",
        41: "_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"_);_(@_)",
        42: "_(\"$\"* #,##0_);_(\"$\"* \\(#,##0\\);_(\"$\"* \"-\"_);_(@_)",
        43: "_(* #,##0.00_);_(* \\(#,##0.00\\);_(* \"-\"??_);_(@_)",
        44: "_(\"$\"* #,##0.00_);_(\"$\"* \\(#,##0.00\\);_(\"$\"* \"-\"??_);_(@_)",
        45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0", 49: "@", 55: "h:mm AM/PM", 56: "h:mm:ss AM/PM",
    ]
}
