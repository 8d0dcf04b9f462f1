import FormDetection
import FormModel
import KnownForms

/// The ink in a field of a copy that the blank does not have.
struct FieldInk {
    /// The field as it is on the copy, in the form's own upright position.
    let picture: GrayImage
    /// The same with the blank's ink made white, with a white margin for text recognition.
    let written: GrayImage
    /// The share of the field that is written on.
    let share: Double
    /// Whether there is no more ink than specks.
    let isEmpty: Bool

    /// Pixels per point.
    static let scale = 200.0 / 72
    /// The white margin in pixels.
    static let margin = 24
    /// The distance in points around a field that values may reach out of it.
    static let reach = 1.5
    /// The brightness of ink as a share of the paper's.
    private static let inkLevel = 0.62
    /// The same with the soft edges of ink.
    private static let softLevel = 0.9
    /// Maximum length in points of a letter's stroke along print that it touches.
    private static let longestStroke = 6.0
    /// The brightness below which a pixel of a picture for text recognition is ink.
    static let dark: UInt8 = 190
    /// The share of a field that specks have, within limits in pixels.
    ///
    /// A narrow digit has more.
    private static let specks = (share: 0.002, pixels: 16.0...40.0)
    /// The distance in pixels within which a stroke may belong to print.
    private static let clearance = 6
    /// Maximum number of pixels of one side.
    private static let mostPixels = 4_000

    /// Compares a field of the blank with a page.
    init(of field: Region, on seen: SeenPage, blank: BlankPage, by registration: Registration) {
        let region = field.insetBy(dx: -Self.reach, dy: -Self.reach)
        let width = min(Self.mostPixels, max(1, Int((region.width * Self.scale).rounded(.up))))
        let height = min(Self.mostPixels, max(1, Int((region.height * Self.scale).rounded(.up))))
        var levels: [UInt8] = []
        levels.reserveCapacity(width * height)
        func place(_ column: Int, _ row: Int) -> Place {
            Place(region.x + (Double(column) + 0.5) / Self.scale, region.y + (Double(row) + 0.5) / Self.scale)
        }
        for row in 0..<height {
            for column in 0..<width {
                levels.append(UInt8(max(0, min(255, seen.level(at: registration.place(place(column, row)))))))
            }
        }
        // Most of a field is paper.
        let paper = Double(levels.sorted()[levels.count * 3 / 4])
        let threshold = UInt8(max(0, min(255, paper * Self.inkLevel)))
        // The print of a scan is wider, and not exactly in its place.
        let tolerance = seen.read.isScan ? 3 : 1
        let margin = Self.margin
        let wide = width + 2 * margin
        var ink = GrayImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: width * height))
        var besidePrint = [Bool](repeating: false, count: width * height)
        var (count, area) = (0, 0)
        let inner = field.insetBy(dx: 0.5, dy: 0.5)
        for row in 0..<height {
            for column in 0..<width {
                let p = place(column, row)
                let isInside = inner.contains(x: p.x, y: p.y)
                if isInside { area += 1 }
                let level = levels[row * width + column]
                guard Double(level) < paper * Self.softLevel else { continue }
                guard !blank.hasInk(near: p, pixels: tolerance) else {
                    besidePrint[row * width + column] = !blank.hasInk(near: p, pixels: 0)
                    continue
                }
                ink[column, row] = level
                if isInside, level < threshold { count += 1 }
            }
        }
        picture = GrayImage(width: width, height: height, pixels: levels)
        TouchingStrokes(
            image: picture, margin: besidePrint, level: threshold, longest: Int(Self.longestStroke * Self.scale)
        ).restore(into: &ink)
        var pixels = [UInt8](repeating: 255, count: wide * (height + 2 * margin))
        for row in 0..<height {
            for column in 0..<width { pixels[(row + margin) * wide + column + margin] = ink[column, row] }
        }
        written = GrayImage(width: wide, height: height + 2 * margin, pixels: pixels)
        share = Double(count) / Double(max(1, area))
        let limits = Self.specks.pixels
        let isLittle = Double(count) < min(limits.upperBound, max(limits.lowerBound, Self.specks.share * Double(area)))
        // Specks of a scan can have more pixels together than a dash has in one piece.
        isEmpty =
            isLittle
            && !(seen.read.isScan
                && InkStrokes(written, darkerThan: threshold).strokes.contains { stroke in
                    stroke.allSatisfy { column, row in
                        let place = place(column - margin, row - margin)
                        return inner.contains(x: place.x, y: place.y)
                            && !blank.hasInk(near: place, pixels: Self.clearance)
                    }
                })
    }
}
