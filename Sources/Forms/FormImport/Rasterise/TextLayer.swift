import FormModel

/// Determines whether a page's text layer is usable.
enum TextLayer {
    /// Minimum share of characters without a Unicode meaning in a useless layer.
    private static let garbageShare = 0.3
    /// Minimum side in points of a picture that may contain text.
    ///
    /// A smaller one is a logo or rule rather than a scan.
    private static let smallestPicture = 72.0

    /// Returns the words on the page, or nil if the text layer is useless.
    ///
    /// This is the case if too many characters have no Unicode meaning because fonts lack a mapping.
    static func usable(_ words: [Word], on size: PageSize) -> [Word]? {
        var total = 0
        var unmapped = 0
        for word in words {
            for scalar in word.text.unicodeScalars {
                total += 1
                if isUnmapped(scalar) { unmapped += 1 }
            }
        }
        if total > 0, Double(unmapped) >= garbageShare * Double(total) { return nil }
        return words.filter {
            $0.region.right > 0 && $0.region.bottom > 0 && $0.region.left < size.width
                && $0.region.top < size.height && $0.region.height > 0
        }
    }

    /// Returns the large pictures that contain none of the layer's words.
    static func unread(pictures: [Region], words: [Word], on size: PageSize) -> [Region] {
        let page = Region(x: 0, y: 0, width: size.width, height: size.height)
        let large = pictures.compactMap { $0.intersection(page) }
            .filter { $0.width >= smallestPicture && $0.height >= smallestPicture }
        return merged(large).filter { area in
            !words.contains { area.contains(x: $0.region.midX, y: $0.region.midY) }
        }
    }

    /// Joins pictures that touch, since scanners cut pages into strips.
    private static func merged(_ regions: [Region]) -> [Region] {
        var result: [Region] = []
        for region in regions {
            var grown = region
            while let i = result.firstIndex(where: {
                $0.horizontalOverlap(grown) >= -1 && $0.verticalOverlap(grown) >= -1
            }) {
                grown = grown.union(result.remove(at: i))
            }
            result.append(grown)
        }
        return result
    }

    private static func isUnmapped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .unassigned, .surrogate: true
        // Symbol fonts use this block of the private use area for ticks and boxes, which have a known appearance.
        case .privateUse: !(0xF000...0xF0FF).contains(scalar.value)
        default: scalar.value == 0xFFFD
        }
    }
}
