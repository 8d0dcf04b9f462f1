extension Field {
    /// The field with coordinates and confidence rounded to thousandths.
    ///
    /// This is far below anything visible and keeps the JSON readable. Descriptions contain only such fields, so that
    /// fields decoded from JSON are equal to them.
    package var rounded: Field {
        func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
        var field = self
        func rounded(_ region: Region) -> Region {
            Region(
                x: rounded(region.x), y: rounded(region.y), width: rounded(region.width),
                height: rounded(region.height))
        }
        field.region = rounded(region)
        field.lines = lines?.map(rounded)
        field.printedWords = printedWords?.map(rounded)
        field.confidence = rounded(confidence)
        field.combEdges = combEdges?.map(rounded)
        field.baseline = baseline.map(rounded)
        return field
    }
}
