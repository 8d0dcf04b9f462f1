/// The numbers that describe a candidate.
///
/// Lengths are in points, and shares from 0 to 1. A missing element has the value `FeatureVector.far` or 0. The order
/// is that of the trained model.
enum Feature: Int, CaseIterable {
    // The place itself.
    case kind, width, height, flatness, cellWidth, cellHeight, widthShare, heightShare, upperFree, free
    case edgeLeft, edgeRight, edgeTop, textLeft, textRight, ticks, parts, blankShare, isGlyph, isOptionCell
    // The rule below it, and the surrounding lines.
    case floorThickness, floorLength, floorPageShare, floorShare, underscores, leader, isolation, ruleBelow
    case sideLeft, sideRight, sideTop, sideBottom, pageMargin
    // The background.
    case shade, tint, ink
    // The texts to the left, to the right, above and below.
    case leftDistance, leftLetters, leftColon, leftUnit, leftIsSign, leftWalled
    case rightDistance, rightLetters, rightWalled
    case aboveDistance, aboveSize, aboveBold, aboveShare, aboveLetters
    case belowDistance, belowSize, belowShare, belowIndent, belowLetters, captionsUnder
    // The texts in its cell.
    case innerPhrases, innerLetters, innerGap, innerBold, innerWidthShare, innerMarker, innerColon, innerShare
    case fontOverHeight
    // Its label.
    case labelPosition, labelDistance, labelLetters, labelColon, labelSign, labelDate
    // Boxes on the same line.
    case leftBox, rightBox
    // Similar candidates and cells of the page, and competing interpretations of the place.
    case sameColumn, sameSize, sameRow, sameWidth, containing, contained, rowText, columnText
    // The headings of its column and row at any distance, and the other content of its cell.
    case headDistance, headRules, headCellShare, rowHeadDistance, rowHeadWalls, rowHeadIsNumber
    case captionsAbove, signsInside, cellBoxes, cellBlanks
    // The rule's dots or dashes, and the nearest blanks on the same line.
    case floorPitch, leftBlank, rightBlank, rightIsNumber
    // Closed cells of its cell's width directly above and below.
    case closedAbove, closedBelow
    // Its place in a grid, and the grid's cells.
    case gridCells, gridRows, gridColumns, gridPrinted, gridRow, gridRowsBelow, gridColumn, gridColumnsRight
    case gridRowPrinted, gridColumnPrinted, gridHeadPrinted, gridRowHeadPrinted, gridSameSize, gridCellPrinted
}

/// The features of one candidate, by name.
struct FeatureVector {
    /// The distance of a missing element.
    static let far = 99.0

    private(set) var values = [Double](repeating: 0, count: Feature.allCases.count)

    subscript(_ feature: Feature) -> Double {
        get { values[feature.rawValue] }
        set { values[feature.rawValue] = newValue }
    }

    subscript(_ feature: Feature) -> Bool {
        get { values[feature.rawValue] != 0 }
        set { values[feature.rawValue] = newValue ? 1 : 0 }
    }
}
