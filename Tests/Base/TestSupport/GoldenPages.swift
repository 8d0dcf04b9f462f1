import Geometry
package import Foundation

/// Pages that were looked at once, recorded as pictures in `testdata`, and compared with what is drawn now.
///
/// `FORMWRIGHT_RECORD=1` records the current pages; look at them before you commit them.
package struct GoldenPages {
    private let name: String
    /// The number of pages that are compared.
    private let limit: Int

    /// Pixels per point.
    private let scale: Double

    /// The pictures `testdata/NAME-1.png` and so on, of all pages or of the first ones.
    ///
    /// `scale` is in pixels per point. At 0.75 a changed line is seen, but hardly a changed digit, which takes 1.5.
    package init(_ name: String, first limit: Int = .max, scale: Double = 0.75) {
        self.name = name
        self.limit = limit
        self.scale = scale
    }

    /// The side in pixels of the squares whose mean values are compared.
    private static let cell = 6
    /// The largest difference of a square's mean value that is not seen as a change: hinting and antialiasing differ a
    /// little between versions of the libraries.
    private static let tolerance = 16.0

    /// Returns a sentence for each page that differs, and for each that is missing or was not expected.
    package func differences(from pdf: Data) throws -> [String] {
        let images = try images(of: pdf)
        var differences: [String] = []
        for (index, image) in images.enumerated() {
            guard let golden = try? Pictures.gray(Data(contentsOf: url(index))) else {
                differences.append("Page \(index + 1) was not expected.")
                continue
            }
            if let difference = difference(image, golden) {
                differences.append("Page \(index + 1) differs \(difference).")
            }
        }
        if FileManager.default.fileExists(atPath: url(images.count).path) {
            differences.append("Page \(images.count + 1) is missing.")
        }
        return differences
    }

    private func url(_ index: Int) -> URL { TestData.url("\(name)-\(index + 1).png") }

    private func images(of pdf: Data) throws -> [GrayImage] {
        let pages = try RenderedPages(pdf, scale: scale)
        return try (0..<min(limit, pages.count)).map { try pages.image($0) }
    }

    /// Records the pages if `FORMWRIGHT_RECORD` is set.
    package func recordIfAsked(_ pdf: Data) throws {
        guard ProcessInfo.processInfo.environment["FORMWRIGHT_RECORD"] != nil else { return }
        let images = try images(of: pdf)
        for (index, image) in images.enumerated() { try Pictures.file(image, .png).write(to: url(index)) }
        var surplus = images.count
        while (try? FileManager.default.removeItem(at: url(surplus))) != nil { surplus += 1 }
    }

    /// Where two pictures differ most, if more than is tolerated.
    private func difference(_ image: GrayImage, _ golden: GrayImage) -> String? {
        guard image.width == golden.width, image.height == golden.height else { return "in size" }
        var worst = (difference: Self.tolerance, x: 0, y: 0)
        for y in stride(from: 0, to: image.height, by: Self.cell) {
            for x in stride(from: 0, to: image.width, by: Self.cell) {
                let difference = abs(Self.mean(of: image, x, y) - Self.mean(of: golden, x, y))
                if difference > worst.difference { worst = (difference, x, y) }
            }
        }
        guard worst.difference > Self.tolerance else { return nil }
        let place = [worst.x, worst.y].map { String(Int(Double($0) / scale)) }.joined(separator: ", ")
        return "by \(Int(worst.difference)) of 255 at \(place) points"
    }

    private static func mean(of image: GrayImage, _ x: Int, _ y: Int) -> Double {
        let (right, bottom) = (min(x + cell, image.width), min(y + cell, image.height))
        var sum = 0
        for row in y..<bottom {
            for column in x..<right { sum += Int(image[column, row]) }
        }
        return Double(sum) / Double((right - x) * (bottom - y))
    }
}
