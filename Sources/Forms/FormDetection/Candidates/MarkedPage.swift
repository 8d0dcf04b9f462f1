/// What finders look at: the marks of a page, the cells that they form, and the text around a place.
struct MarkedPage {
    let marks: PageMarks
    let cells: [Cell]
    let around: TextNeighbourhood

    init(_ marks: PageMarks) {
        self.marks = marks
        cells = CellFinder(marks).find()
        around = TextNeighbourhood(marks)
    }
}
