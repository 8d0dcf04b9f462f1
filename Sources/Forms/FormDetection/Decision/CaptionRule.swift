/// A rule for finding the caption of a writing field.
///
/// ``CaptionFinder`` applies the cases in order; the first that finds a caption wins.
enum CaptionRule: CaseIterable {
    /// Text on the same line that adjoins the blank, as in a sentence.
    case sentence
    /// Text in front of blank space without any mark.
    case textBeforeSpace
    /// Text in the field's own cell.
    case insideCell
    /// Text beside a closed box that is not part of a table.
    case besideBox
    /// Text directly below the rule.
    case closeUnder
    /// Text on the same line that extends to the field, even across a printed line.
    case textBeside
    /// Text in a frame around the field.
    case insideFrame
    /// Text in the cells at the ends of an empty cell's row and column.
    case tableHeads
    /// Text in front of the blank in its row.
    case row
    /// Text below the rule, at some distance.
    case under
    /// Text above the field.
    case above
    /// Text at the far end of the row.
    case farRow
    /// Text after the field on the same line.
    case behind
}
