import FormImport
import FormModel

/// A sign printed between two parts of one blank, such as `__/__/____`.
struct PrintedSign {
    /// The space from one part to the next.
    var region: Region
    /// The sign; nil if only its ink is known, as on a scan.
    var text: String?

    private static let signs: Set<Character> = [
        "/", "\\", "|", ".", "·", "-", "‐", "‑", "‒", "–", "—", "−", "(", ")",
    ]
    /// The height in points of signs above a rule, and of bare ink.
    private static let height = (sign: 14.0, ink: 9.0)
    /// The distance in points of ink from the rule, which is ink itself.
    private static let aboveRule = 1.2
    /// Minimum share of ink between two parts; specks have less.
    private static let leastInk = 0.03

    /// Finds the sign between two parts on one rule; nil if nothing is printed there.
    init?(between left: Region, and right: Region, on marks: PageMarks) {
        let space = Region(
            left: left.right, top: left.bottom - Self.height.sign, right: right.left, bottom: left.bottom + 2)
        let around = space.insetBy(dx: -1, dy: 0)
        let inside = marks.text.tokens.filter { around.contains(x: $0.region.midX, y: $0.region.midY) }
        guard space.width > 0, inside.count <= 1 else { return nil }
        if let token = inside.first {
            guard token.isSign, token.text.allSatisfy(Self.signs.contains) else { return nil }
            text = token.text
        } else {
            let ink = Region(
                left: space.left, top: left.bottom - Self.height.ink, right: space.right,
                bottom: left.bottom - Self.aboveRule)
            guard marks.fromOCR, marks.inkShare(ink) >= Self.leastInk else { return nil }
        }
        region = Region(left: space.left, top: space.top, right: space.right, bottom: left.bottom)
    }

    /// Returns whether signs are those of a date: two of one kind.
    static func areOfDate(_ signs: [PrintedSign]) -> Bool {
        signs.count == 2 && signs[0].text == signs[1].text
    }

    /// Returns the two equal signs of a date among words, if alone in a place.
    static func ofDate(in place: Region, _ tokens: [Token]) -> [Region] {
        let inside = tokens.filter { place.contains(x: $0.region.midX, y: $0.region.midY) }
            .sorted { $0.region.left < $1.region.left }
        guard inside.count == 2, inside[0].text == inside[1].text,
            inside.allSatisfy({ $0.isSign && $0.text.allSatisfy(signs.contains) })
        else { return [] }
        return divides(place, inside.map(\.region))
    }

    /// Returns the signs of a date in a place, known by their ink.
    ///
    /// The place is otherwise blank.
    static func ofDate(inkIn place: Region, on marks: PageMarks) -> [Region] {
        let zone = place.insetBy(dx: edge, dy: edge)
        let pixel = 1 / marks.scale
        guard zone.width > 0, zone.height > 0,
            !marks.text.tokens.contains(where: {
                $0.hasLetterOrDigit && place.contains(x: $0.region.midX, y: $0.region.midY)
            })
        else { return [] }
        var runs: [Region] = []
        for step in 0..<Int(zone.width / pixel) {
            let column = Region(x: zone.left + Double(step) * pixel, y: zone.top, width: pixel, height: zone.height)
            guard marks.inkShare(column) > 0 else { continue }
            if let last = runs.last, column.left - last.right < pixel {
                runs[runs.count - 1] = last.union(column)
            } else {
                runs.append(column)
            }
            if runs.count > 2 { return [] }
        }
        guard runs.count == 2 else { return [] }
        return divides(place, runs)
    }

    /// The distance in points from a blank's edges within which its own lines are.
    private static let edge = 2.0
    /// Maximum width in points of a sign.
    private static let mostWidth = 9.0
    /// Minimum width in points of each part.
    private static let leastPart = 6.0

    /// Returns two signs if they leave room for three parts.
    private static func divides(_ place: Region, _ signs: [Region]) -> [Region] {
        let parts = [signs[0].left - place.left, signs[1].left - signs[0].right, place.right - signs[1].right]
        return parts.allSatisfy { $0 >= leastPart } && signs.allSatisfy { $0.width <= mostWidth } ? signs : []
    }
}
