import Geometry
import Portfolio
import Typesetting

/// Plans the cover: the hero, the title and the subtitle.
struct CoverPlanner {
    let setting: BookSetting

    private var grid: BookGrid { setting.grid }

    /// The maximum share of a picture to crop so that it covers the page.
    static let largestCrop = 0.2
    private var titleSizes: [Double] {
        [grid.sizes.cover, grid.sizes.display, grid.sizes.title, grid.sizes.figure, grid.sizes.heading]
    }

    /// Plans the page with the destinations that have no other page.
    func plan(anchors: [String]) -> PlannedPage {
        var page = PlannedPage()
        page.hasFoot = false
        page.items = anchors.map { .anchor($0, y: 0) }
        if let hero, setting.size(of: hero) != nil {
            page.items += coversPage(hero) ? covering(hero) : whole(hero)
        } else {
            page.items += plain()
        }
        setting.noteMissingCharacters("the cover")
        return page
    }

    /// The cover picture, with its caption from the book.
    private var hero: ArrangedMedia? {
        guard let input = setting.book.arrangement.cover else { return nil }
        for section in setting.book.arrangement.sections {
            for block in section.blocks {
                switch block.content {
                case .media(let media) where media.input == input: return media
                case .gallery(let media):
                    if let found = media.first(where: { $0.input == input }) { return found }
                default: continue
                }
            }
        }
        let title = setting.book.manifest.title
        return ArrangedMedia(input: input, altText: title.isEmpty ? "Cover" : title, altTextSource: .rule)
    }

    /// Returns whether a picture can cover the page with little cropping and enough resolution.
    private func coversPage(_ media: ArrangedMedia) -> Bool {
        let ratio = setting.aspect(of: media) / (grid.sheet.width / grid.sheet.height)
        let place = covered(media)
        return 1 - min(ratio, 1 / ratio) <= Self.largestCrop + 1e-9 && place.width <= setting.widest(media)
            && !setting.isVector(media)
    }

    /// Returns the region of a picture that covers the sheet.
    private func covered(_ media: ArrangedMedia) -> Region {
        let aspect = setting.aspect(of: media)
        let sheet = grid.sheet
        let width = max(sheet.width, sheet.height * aspect)
        let height = width / aspect
        return Region(x: sheet.midX - width / 2, y: sheet.midY - height / 2, width: width, height: height)
    }

    // MARK: Covers

    /// Returns a full-page picture with the title in a box in its lower corner.
    private func covering(_ media: ArrangedMedia) -> [PlannedItem] {
        let padding = 26.0
        let most = grid.isWide ? grid.size.width * 0.52 : grid.size.width * 0.72
        let width = min(most, max(words(width: most - 2 * padding).width, 120) + 2 * padding)
        // Right-to-left text begins at the right edge of the box.
        let words = words(width: width - 2 * padding + 0.5)
        let height = words.height + 2 * padding
        let panel = Region(
            x: 0 - grid.bleed, y: grid.size.height - grid.content.x - height, width: width + grid.bleed,
            height: height)
        return [
            .picture(
                PlannedPicture(
                    media: still(media), region: covered(media), cover: .panel(panel, setting.palette.page)))
        ] + words.items(x: padding, y: panel.y + padding)
    }

    /// Returns an uncropped picture, with the title beside or below it.
    private func whole(_ media: ArrangedMedia) -> [PlannedItem] {
        if let items = toEdges(media) { return items }
        let aspect = setting.aspect(of: media)
        let widest = setting.widest(media)
        let room = grid.content
        if grid.isWide && aspect < grid.size.width / grid.size.height {
            let width = min(widest, room.height * aspect, room.width * 0.56)
            let region = Region(
                x: room.right - width, y: room.y + (room.height - width / aspect) / 2, width: width,
                height: width / aspect)
            let words = words(width: room.width - width - 2 * BookGrid.gutter)
            let y = max(room.y, min(room.bottom, region.bottom) - words.height)
            return [.picture(PlannedPicture(media: still(media), region: region))] + words.items(x: room.x, y: y)
        }
        let words = words(width: room.width)
        let height = min(room.height - words.height - Self.space, min(widest, room.width) / aspect)
        let width = max(20, height * aspect)
        let region = Region(x: room.x, y: room.y, width: width, height: width / aspect)
        // The title is centred in the remaining space, slightly raised.
        let rest = room.bottom - region.bottom - words.height
        return [.picture(PlannedPicture(media: still(media), region: region))]
            + words.items(x: room.x, y: region.bottom + max(Self.space, rest * 0.42))
    }

    /// Returns a picture that bleeds on three sides, with the title beside or below it.
    ///
    /// `nil` if the picture or the title would be too small.
    private func toEdges(_ media: ArrangedMedia) -> [PlannedItem]? {
        let aspect = setting.aspect(of: media)
        let sheet = grid.sheet
        guard !setting.isVector(media), setting.book.analyses[media.input]?.picture?.hasAlpha != true else {
            return nil
        }
        let room = grid.content
        if grid.isWide {
            let width = sheet.height * aspect
            guard width <= sheet.width * Self.widestBeside, width <= setting.widest(media) else { return nil }
            let region = Region(x: sheet.right - width, y: sheet.y, width: width, height: sheet.height)
            let words = words(width: region.x - room.x - BookGrid.gutter)
            return [.picture(PlannedPicture(media: still(media), region: region))]
                + words.items(x: room.x, y: max(room.y, room.bottom - words.height))
        }
        let height = sheet.width / aspect
        let words = words(width: room.width)
        guard sheet.width <= setting.widest(media), sheet.y + height + Self.space + words.height <= room.bottom else {
            return nil
        }
        let region = Region(x: sheet.x, y: sheet.y, width: sheet.width, height: height)
        // The title is centred in the remaining space, slightly raised.
        let rest = room.bottom - region.bottom - words.height
        return [.picture(PlannedPicture(media: still(media), region: region))]
            + words.items(x: room.x, y: region.bottom + max(Self.space, rest * 0.42))
    }

    /// The maximum share of a wide page for a picture beside the title.
    private static let widestBeside = 0.58
    /// The minimum distance between the picture and the title below it.
    private static let space = 34.0

    /// Returns the title alone.
    private func plain() -> [PlannedItem] {
        let words = words(width: grid.content.width * 0.8)
        let y = grid.content.y + (grid.content.height - words.height) * 0.42
        return words.items(x: grid.content.x, y: y)
    }

    /// Returns a medium as a still picture, as covers show videos.
    private func still(_ media: ArrangedMedia) -> ArrangedMedia {
        var media = media
        media.isVideo = false
        return media
    }

    // MARK: Words

    private func words(width: Double) -> Words {
        let manifest = setting.book.manifest
        let palette = setting.palette
        let title = setting.fit(manifest.title, sizes: titleSizes, lines: 3, width: width, spacing: 1.1) {
            BookType.sans($0, weight: 700, color: palette.ink)
        }
        let subtitle =
            manifest.subtitle.trimmed.isEmpty
            ? nil
            : setting.fit(
                manifest.subtitle, sizes: [grid.sizes.subtitle, grid.sizes.lead], lines: 3, width: width,
                spacing: 1.35
            ) { BookType.serif($0, color: palette.ink) }
        return Words(title: title, subtitle: subtitle, accent: palette.accent)
    }

    /// The title with its subtitle.
    private struct Words {
        let title: (text: FittedText, size: Double)
        let subtitle: (text: FittedText, size: Double)?
        let accent: Color

        private static let bar = 3.0
        private static let barSpace = 12.0
        private static let space = 10.0

        var width: Double { max(title.text.width, subtitle?.text.width ?? 0) }
        var height: Double {
            Self.bar + Self.barSpace + title.text.height + (subtitle.map { Self.space + $0.text.height } ?? 0)
        }

        func items(x: Double, y: Double) -> [PlannedItem] {
            let top = y + Self.bar + Self.barSpace
            var items: [PlannedItem] = [
                .box(Region(x: x, y: y, width: 40, height: Self.bar), accent, radius: 0),
                title.text.planned(x: x, y: top, size: title.size, as: .heading(1)),
            ]
            if let subtitle {
                items.append(
                    subtitle.text.planned(x: x, y: top + title.text.height + Self.space, size: subtitle.size))
            }
            return items
        }
    }
}
