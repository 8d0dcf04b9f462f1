import FormDetection
import Foundation
import FormModel
import KnownForms

extension BlankPage {
    /// The most of the ink of a character that may differ, as a share.
    ///
    /// It is that of the soft edges of print; another letter differs by more.
    private static let mostDifferent = 0.2
    /// The brightness from which a place has no ink, and to which it has.
    private static let levels = (light: 225.0, dark: 120.0)

    /// Returns whether all differences of an edition are ones of text layers.
    func excuses(_ found: Recognition, on seen: SeenPage) -> Bool {
        guard !seen.read.isScan, case .edition(_, let registration, let differences) = found else { return false }
        return differences.allSatisfy { excuses($0, on: seen, by: registration) }
    }

    /// Returns whether a difference is only one of text layers.
    ///
    /// Programs that print to a PDF write hyphens and ligatures as other characters, leave out text that is not visible, and draw text of some fonts
    /// without its characters.
    private func excuses(
        _ difference: EditionDifference, on seen: SeenPage, by registration: Registration
    ) -> Bool {
        let region = registration.regionInTemplate(difference.region)
        return switch difference.kind {
        case .wording(let known, let seenWord):
            Self.folded(known) == Self.folded(seenWord)
                || self.difference(in: region, on: seen, registration, withAdded: true) < Self.mostDifferent
        case .missing(known: .some):
            // Values may be written where the blank has text that is not visible.
            self.difference(in: region, on: seen, registration, withAdded: false) < Self.mostDifferent
        case .changed, .missing, .added, .moved: false
        }
    }

    private static func folded(_ text: String) -> String {
        let hyphens: Set<Character> = ["\u{AD}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}"]
        return String(text.precomposedStringWithCompatibilityMapping.map { hyphens.contains($0) ? "-" : $0 })
    }

    /// Returns the greatest share of different ink in the parts of a region.
    ///
    /// Parts are as wide as a character.
    private func difference(
        in region: Region, on seen: SeenPage, _ registration: Registration, withAdded: Bool
    ) -> Double {
        let width = max(3, region.height * 0.6)
        return stride(from: region.left, to: max(region.left + 0.1, region.right - width / 2), by: width / 2).map {
            left in
            let part = Region(
                left: left, top: region.top, right: min(region.right, left + width), bottom: region.bottom)
            return differentShare(of: part, on: seen, registration, withAdded: withAdded)
        }.max() ?? 0
    }

    private func differentShare(
        of region: Region, on seen: SeenPage, _ registration: Registration, withAdded: Bool
    ) -> Double {
        let (step, reach) = (0.4, 0.5)
        let around = [(0, 0), (-reach, 0), (reach, 0), (0, -reach), (0, reach)]
        var (ink, different) = (0, 0)
        for y in stride(from: region.top, through: region.bottom, by: step) {
            for x in stride(from: region.left, through: region.right, by: step) {
                let isPrinted = hasInk(near: Place(x, y), pixels: 0)
                if isPrinted {
                    ink += 1
                    let isSeen = around.contains { dx, dy in
                        seen.level(at: registration.place(Place(x + dx, y + dy))) < Self.levels.light
                    }
                    if !isSeen { different += 1 }
                } else if withAdded, seen.level(at: registration.place(Place(x, y))) < Self.levels.dark,
                    !hasInk(near: Place(x, y), pixels: 1)
                {
                    different += 1
                }
            }
        }
        // A few points of ink are the edge of something else.
        return ink < 8 && !withAdded ? 0 : Double(different) / Double(max(8, ink))
    }
}
