import FormModel

/// A place that may be a field, with its properties.
struct Candidate {
    enum Kind: Int {
        /// A place on a horizontal rule, or in a cell above a rule.
        case line = 0
        /// Several such lines of equal extent, combined into one field.
        case stack = 1
        /// A small square, circle or box glyph.
        case box = 2
        /// A row of small cells.
        case comb = 3
        /// The blank part of a closed cell with its text at the bottom.
        case aboveCaption = 4
        /// Short rules in a row, separated at most by dashes, combined into one field.
        case series = 5
        /// The full height of a blank; `line` is only its last line.
        case wholeCell = 6
        /// The part of a cell between printed dashes or slashes.
        case part = 7
        /// The stretch of a rule above one of several captions below it.
        case captioned = 8
        /// Blank space in a cell after a caption on the same line, without any mark.
        case inline = 9
        /// Blank space above or after one of several captions in a row, without any mark.
        case open = 10
    }

    var kind: Kind
    var region: Region
    /// The space between the surrounding printed lines, including text.
    var cell: Region
    var evidence: Field.Evidence
    /// The sides of the cell that are printed lines.
    var edges: Edges
    /// The y position of the rule below the place.
    var floor: Double
    /// The edges of a comb's cells, from left to right; empty for other kinds.
    var combEdges: [Double] = []
    /// The x positions of short vertical lines that do not divide the cell.
    var ticks: [Double] = []
    /// The blank share of a box's bounding box, from 0 to 1.
    var blankShare: Double = 0
    /// The number of cells, rows, rules, captions or separators of the place.
    ///
    /// It is 0 for a kind without parts.
    var partCount = 0
    /// The spaces of the signs printed between the parts of a series.
    var separators: [Region] = []
    /// Whether two equal signs divide a series into three parts, as in `__/__/____`.
    var isDate = false
    /// The lines of a stack from top to bottom, each ending at its rule.
    var lines: [Region] = []
    /// The total length of the rules below the place, including their parts beyond it.
    var floorLength: Double = 0
    var floorThickness: Double = 0
    /// The distance between the dots or dashes of the rule below.
    ///
    /// It is 0 if the rule is solid.
    var floorPitch: Double = 0
    /// The free height above the floor.
    var free: Double = 0
    /// The place of its cell in a grid.
    var grid: Grid.Place?
    /// The caption that the place would have as a field.
    var caption = Caption.none
    var features: [Double] = []
    var words = NearbyWords()
    /// The probability that the place is a field.
    var score: Double = 0
    /// The priority among candidates for one place; the highest wins.
    var priority: Double = 0

    struct Edges: Hashable {
        var left = false
        var right = false
        var top = false
        /// Whether the left or right end of the gap is text.
        ///
        /// Otherwise it is a printed line or the end of the rule.
        var textLeft = false
        var textRight = false
    }
}
