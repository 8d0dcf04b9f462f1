import FormModel

/// A place that may be a field, and what is known of it.
struct Candidate {
    enum Kind: Int {
        /// On a horizontal rule or in a cell that ends in one.
        case line = 0
        /// Several such lines of equal extent as one.
        case stack = 1
        /// A small square, circle or box sign.
        case box = 2
        /// A row of small cells.
        case comb = 3
        /// The blank part of a closed cell whose text stands at the bottom.
        case aboveCaption = 4
        /// Short rules in a row with at most dashes between them, as one.
        case series = 5
        /// All the height of a cell of which `line` takes the last line.
        case wholeCell = 6
        /// Part of a cell between dashes or slashes that stand in it.
        case part = 7
        /// A stretch of a rule above one of several captions that stand under it.
        case captioned = 8
        /// Blank space in a cell behind a caption on the same line, without any mark of its own.
        case inline = 9
    }

    var kind: Kind
    var region: Region
    /// The space between the printed lines around it, text included.
    var cell: Region
    var evidence: Field.Evidence
    /// Whether printed lines bound the cell on each side.
    var edges: Edges
    /// The rule it sits on.
    var floor: Double
    var combEdges: [Double] = []
    /// Short vertical lines that reach up from the floor without splitting the cell.
    var ticks: Int = 0
    /// How much of a box's bounding box is blank, 0...1.
    var blankShare: Double = 0
    /// How many cells, rows, rules, captions or separators the place is made of; 0 for a kind without parts.
    var partCount = 0
    /// The length of the rule or rules that it stands on, beyond its own extent.
    var floorLength: Double = 0
    var floorThickness: Double = 0
    /// The height that is free above the floor.
    var free: Double = 0
    var features: [Double] = []
    /// How likely it is a field.
    var score: Double = 0
    /// Of several candidates for one place the one with the highest priority wins.
    var priority: Double = 0

    struct Edges {
        var left = false
        var right = false
        var top = false
        /// The gap's left or right end is a piece of text rather than a printed line or the end of the rule.
        var textLeft = false
        var textRight = false
    }
}
