/// The styles of a workbook's cells: texts, and numbers by their decimals.
enum WorkbookStyles {
    /// The first number of a format that is not built in.
    private static let firstFormat = 164

    /// Returns the style of numbers.
    static func style(decimals: Int) -> Int { decimals + 1 }

    /// Returns the part of the workbook with the styles.
    static func part(namespace: String) -> String {
        let places = 0...PlainNumber.mostDecimals
        let formats = places.map { decimals in
            let code = decimals == 0 ? "0" : "0." + String(repeating: "0", count: decimals)
            return "<numFmt numFmtId=\"\(firstFormat + decimals)\" formatCode=\"\(code)\"/>"
        }
        let none = "numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\""
        let numbers = places.map { decimals in
            "<xf numFmtId=\"\(firstFormat + decimals)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" "
                + "applyNumberFormat=\"1\"/>"
        }
        return "<styleSheet xmlns=\"\(namespace)\"><numFmts count=\"\(formats.count)\">\(formats.joined())</numFmts>"
            + "<fonts count=\"1\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
            + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
            + "<fill><patternFill patternType=\"gray125\"/></fill></fills><borders count=\"1\"><border/></borders>"
            + "<cellStyleXfs count=\"1\"><xf \(none)/></cellStyleXfs>"
            + "<cellXfs count=\"\(numbers.count + 1)\"><xf \(none) xfId=\"0\"/>\(numbers.joined())</cellXfs></styleSheet>"
    }
}
