package import FormModel

extension Registration {
    /// Returns fields of the known page where they are on the page seen.
    ///
    /// Baselines, edges of combs and writing lines are left out on a turned page, as the detector does.
    package func carried(_ fields: [Field], toPage page: Int) -> [Field] {
        let isTurned = turns != 0
        return fields.map { field in
            var result = field
            result.page = page
            result.region = region(field.region)
            result.printedWords = field.printedWords?.map(region)
            result.baseline = isTurned ? nil : field.baseline.map { place(Place(field.region.midX, $0)).y }
            result.combEdges =
                isTurned
                ? nil
                : field.combEdges.map { edges in
                    edges.map { place(Place($0, field.region.midY)).x }
                }
            result.lines = isTurned ? nil : field.lines.map { $0.map(writingLine) }
            return result
        }
    }

    /// Returns a writing line, which ends at the baseline of its text in its middle.
    private func writingLine(_ line: Region) -> Region {
        let (left, right) = (place(Place(line.left, line.bottom)), place(Place(line.right, line.bottom)))
        let (top, bottom) = (place(Place(line.midX, line.top)), place(Place(line.midX, line.bottom)))
        return Region(left: left.x, top: bottom.y - abs(bottom.y - top.y), right: right.x, bottom: bottom.y)
    }
}
