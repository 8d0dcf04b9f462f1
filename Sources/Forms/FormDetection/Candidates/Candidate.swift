import FormModel

/// A place that may be a field, and what is known about it.
struct Candidate {
    enum Kind: Int {
        /// A place on a horizontal rule or in a cell that ends in one.
        case line = 0
        /// Several such lines of equal extent, as one field.
        case stack = 1
        /// A small square, circle or box glyph.
        case box = 2
        /// A row of small cells.
        case comb = 3
        /// The blank part of a closed cell whose text is at the bottom.
        case aboveCaption = 4
        /// Short rules in a row, with nothing but dashes between them, as one field.
        case series = 5
        /// The full height of the blank of which `line` takes the last line.
        case wholeCell = 6
        /// The part of a cell between dashes or slashes printed in it.
        case part = 7
        /// The stretch of a rule above one of several captions that are printed under it.
        case captioned = 8
        /// Blank space in a cell after a caption on the same line, without any mark.
        case inline = 9
        /// Blank space above or behind one of several captions in a row, without any mark.
        case open = 10
    }

    var kind: Kind
    var region: Region
    /// The space between the surrounding printed lines, including text.
    var cell: Region
    var evidence: Field.Evidence
    /// The sides of the cell that printed lines bound.
    var edges: Edges
    /// The y position of the rule on which the place lies.
    var floor: Double
    /// The edges of a comb's cells, from left to right; empty for other kinds.
    var combEdges: [Double] = []
    /// The x positions of short vertical lines that reach up from the floor without dividing the cell.
    var ticks: [Double] = []
    /// The blank share of a box's bounding box, from 0 to 1.
    var blankShare: Double = 0
    /// The number of cells, rows, rules, captions or separators that the place consists of; 0 for a kind without parts.
    var partCount = 0
    /// The length of the rule or rules on which the place lies, including what extends beyond it.
    var floorLength: Double = 0
    var floorThickness: Double = 0
    /// The free height above the floor.
    var free: Double = 0
    var features: [Double] = []
    var words = NearbyWords()
    /// The probability that the place is a field.
    var score: Double = 0
    /// If several candidates claim one place, the one with the highest priority wins.
    var priority: Double = 0

    struct Edges: Hashable {
        var left = false
        var right = false
        var top = false
        /// Whether the left or right end of the gap is text, not a printed line or the end of the rule.
        var textLeft = false
        var textRight = false
    }
}
