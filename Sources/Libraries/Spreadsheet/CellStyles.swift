/// The number formats of the cells of a workbook, by their style.
struct CellStyles: Sendable {
    /// The index of each style's format.
    private var styles: [UInt16] = []
    private var formats: [NumberFormat] = [.general]

    /// Returns the format of a style; General for one that is missing.
    subscript(style: Int) -> NumberFormat {
        styles.indices.contains(style) ? formats[Int(styles[style])] : .general
    }

    /// Reads the part with the styles; without a part, all cells are General.
    init(_ part: String?, in parts: WorkbookParts, _ limits: WorkbookLimits) throws(WorkbookError) {
        guard let part else { return }
        var codes: [Int: String] = [:]
        var numbers: [Int] = []
        var list = ""
        try parts.read(part) { event, depth throws(WorkbookError) in
            guard case .start(let element, let attributes) = event else { return }
            if depth == 2 { list = element }
            guard depth == 3 else { return }
            switch (list, element) {
            case ("numFmts", "numFmt"):
                if let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] {
                    codes[id] = code
                }
            case ("cellXfs", "xf"): numbers.append(attributes["numFmtId"].flatMap { Int($0) } ?? 0)
            default: break
            }
            guard codes.count <= limits.styles, numbers.count <= limits.styles else {
                throw WorkbookError(.tooLarge, "has more than \(limits.styles) cell styles.")
            }
        }
        var places: [Int: UInt16] = [0: 0]
        for number in numbers {
            if places[number] == nil, formats.count < Int(UInt16.max) {
                places[number] = UInt16(formats.count)
                formats.append(codes[number].map(NumberFormat.init(code:)) ?? BuiltInFormats.format(number))
            }
            styles.append(places[number] ?? 0)
        }
    }
}
