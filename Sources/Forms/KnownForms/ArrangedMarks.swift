/// The marks of a page with their arrangements, for comparisons with several pages.
struct ArrangedMarks {
    let print: PagePrint
    /// The words and signs.
    let marks: [PrintMark]
    /// The centres of ``marks`` on the straightened page in points.
    let places: [Place]
    /// The arrangements, in ascending order of their keys.
    let triples: [ArrangementKeys.Triple]

    init(_ print: PagePrint) {
        self.print = print
        marks = print.blobs
        places = marks.map { $0.centre(scale: print.ink.scale) }
        triples = ArrangementKeys(marks, scale: print.ink.scale).triples().sorted { $0.key < $1.key }
    }
}
