import FormModel

/// Determines the roles of texts for fields, so that no text is used twice.
struct TextRoles {
    let around: TextNeighbourhood
    /// All fields of the page.
    let fields: [PlacedField]

    /// Returns whether a text is, or continues, the option to the right of a box.
    func isOption(_ text: Region) -> Bool { box(of: text) != nil }

    /// Returns the check box to the left of a text that belongs to it.
    func box(of text: Region) -> PlacedField? {
        fields.first {
            $0.isBox && $0.region.right < text.left + 2 && text.left - $0.region.right < 20
                && abs(text.midY - $0.region.midY) < 6
                && !around.isWalled(from: $0.region.right + 1.5, to: text.left, y: text.midY, atLeast: 12)
        }
    }

    /// Returns whether a text is directly below a field other than `own`, as its caption.
    func isUnderField(_ text: Region, otherThan own: Region? = nil) -> Bool {
        fields.contains {
            !$0.isBox && $0.region != own && abs(text.top - $0.region.bottom - 3) < 6
                && text.left > $0.region.left - 6 && text.right < $0.region.right + 6
        } && !around.isRuled(from: text.bottom, to: text.bottom + 10, left: text.left, right: text.right)
            && !around.isWalled(from: text.left - 14, to: text.left + 1, y: text.midY, atLeast: 12)
    }

    /// Returns whether a text directly precedes a field other than `own`, as its caption.
    func isBeforeField(_ text: Region, otherThan own: Region? = nil) -> Bool {
        fields.contains {
            let r = $0.region
            return !$0.isBox && r != own && r.left > text.right - 2 && r.left - text.right < 14
                && text.midY > r.top - 1 && text.midY < r.bottom + 2 && text.midY > r.bottom - 13
                && !around.isWalled(from: text.right, to: r.left - 1, y: text.midY)
        }
    }

    /// Returns whether a text directly follows a field other than `own` on its line.
    func isBehindField(_ text: Region, otherThan own: Region) -> Bool {
        fields.contains {
            let r = $0.region
            return !$0.isBox && r != own && r.right < text.left + 2 && text.left - r.right < 8
                && text.midY > r.bottom - 13 && text.midY < r.bottom + 2
                && !around.isWalled(from: r.right - 1, to: text.left + 1, y: text.midY)
        }
    }

    /// Returns whether a text is the caption above a field other than `own`.
    ///
    /// It is directly above the field, in the same cell.
    func isOverField(_ text: Region, otherThan own: Region? = nil) -> Bool {
        fields.contains {
            let r = $0.region
            return !$0.isBox && r != own && r.top - text.bottom > -3 && r.top - text.bottom < 5
                && text.left > r.left - 6 && text.right < r.right + 6
                && !around.isRuled(from: text.midY, to: r.top + 2, left: text.left, right: text.right)
        }
    }

    /// Returns whether a one-line writing field is part of a line of text.
    func hasBlank(_ line: Region) -> Bool {
        fields.contains {
            $0.kind == .line && $0.region.height < 22 && $0.region.verticalOverlap(line) > 0.4 * line.height
                && $0.region.left > line.left - 60
        }
    }

    /// Returns the first line of the text to the left of a block of boxes.
    ///
    /// It is at the same height, with no field in between.
    func question(leftOf block: Region) -> Int? {
        around.phrases.indices.filter { i in
            let p = around.phrases[i]
            guard p.letters >= 4, p.region.right < block.left, p.region.midY > block.top - 14,
                p.region.midY < block.bottom + 6, !isOption(p.region)
            else { return false }
            let gap = Region(
                left: p.region.right, top: p.region.top - 6, right: block.left - 1, bottom: p.region.bottom + 6)
            return !fields.contains { $0.region.intersection(gap) != nil }
                && !around.isWalled(from: gap.left, to: gap.right, y: p.region.midY)
                && !around.isRuled(
                    from: min(p.region.midY, block.top + 3), to: max(p.region.midY, block.bottom - 3),
                    left: p.region.left, right: p.region.right)
        }.min {
            let (a, b) = (around.phrases[$0].region, around.phrases[$1].region)
            return abs(a.midY - b.midY) > 3 ? a.midY < b.midY : a.left < b.left
        }
    }

    /// Returns whether a line is in another field's row, in the same column as `own`.
    func isInRow(_ line: Region, ofFieldOverOrUnder own: Region) -> Bool {
        fields.contains {
            let r = $0.region
            return r != own && r.verticalOverlap(line) > 0.4 * line.height && r.midX > line.left
                && r.horizontalOverlap(own) > 0.5 * min(r.width, own.width)
        }
    }
}
