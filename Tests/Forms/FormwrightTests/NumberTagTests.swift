import FormFilling
import FormModel
import Testing

/// The numbers of fields on a preview.
@Suite("Numbers on a preview") struct NumberTagTests {
    private let page = PageSize(width: 612, height: 792)

    private func places(_ fields: [Region], _ size: PageSize) -> [NumberTags.Tag] {
        var tags = NumberTags(on: page, fields: fields)
        return fields.map { tags.place(for: $0, size: size) }
    }

    @Test("numbers of dense fields cover no other number, and stay on the page", arguments: [9.0, 12.0, 30.0])
    func dense(_ pitch: Double) {
        let fields = (0..<240).map { place in
            Region(x: Double(place % 20) * pitch, y: Double(place / 20) * pitch, width: 8, height: 8)
        }
        let tags = places(fields, PageSize(width: 14, height: 7))
        for (place, tag) in tags.enumerated() {
            let region = tag.region
            #expect(region.left >= 0 && region.top >= 0 && region.right <= 612 && region.bottom <= 792)
            for other in tags.dropFirst(place + 1) {
                #expect((region.intersection(other.region)?.area ?? 0) < 0.02)
            }
        }
    }

    @Test("a number stands in its field if there is room, otherwise beside it")
    func near() {
        let (wide, small) = (
            Region(x: 100, y: 100, width: 200, height: 20), Region(x: 100, y: 200, width: 8, height: 8)
        )
        let tags = places([wide, small], PageSize(width: 14, height: 7))
        #expect(wide.encloses(tags[0].region) && !tags[0].isApart)
        #expect(tags[1].region.right == small.left && !tags[1].isApart)
    }
}

extension Region {
    fileprivate func encloses(_ other: Region) -> Bool {
        other.left >= left && other.top >= top && other.right <= right && other.bottom <= bottom
    }
}
