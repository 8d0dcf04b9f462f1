/// The input of finders: marks, the cells they form, and the surrounding text.
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
