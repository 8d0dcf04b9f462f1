/// A rule by which the caption of a field to write in is found.
///
/// The cases are in the order in which ``CaptionFinder`` applies them; the first that finds a caption wins.
enum CaptionRule: CaseIterable {
    /// Text on the same line runs up to the blank, as in a sentence.
    case sentence
    /// Text stands in front of blank space that only this text announces.
    case textBeforeSpace
    /// Text stands in the field's own cell.
    case insideCell
    /// Text stands beside a closed box that is not part of a table.
    case besideBox
    /// Text stands directly under the rule.
    case closeUnder
    /// Text on the same line runs up to the field, even across a printed line.
    case textBeside
    /// Text stands in a frame around the field.
    case insideFrame
    /// The cells at the ends of the row and the column of an empty cell have text.
    case tableHeads
    /// Text stands in front of the blank in its row.
    case row
    /// Text stands under the rule, at some distance.
    case under
    /// Text stands above the field.
    case above
    /// Text stands at the far end of the row.
    case farRow
    /// Text follows the field on the same line.
    case behind
}
