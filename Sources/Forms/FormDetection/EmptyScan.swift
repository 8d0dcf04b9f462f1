import FormModel
import Tesseract

/// The apparent reason why a scan or photo has no fields.
enum EmptyScan: String, Sendable, Hashable {
    /// Even the bright parts are dark.
    case dark
    /// Print and paper hardly differ in brightness.
    case faint
    /// Too little of the picture is blank paper.
    case littlePaper
    /// The page is too skewed.
    case askew
    /// No words can be read.
    case unreadable
    /// Words can be read, but there are no lines or boxes.
    case withoutMarks

    /// The reason in words, as the end of a sentence.
    var words: String {
        switch self {
        case .dark: "the picture is too dark"
        case .faint: "the print is too faint to be told from the paper"
        case .littlePaper: "little of the picture is blank paper; the page should fill it, on an even ground"
        case .askew: "the page lies askew by more than \(Int(PageReader.mostSkew)) degrees"
        case .unreadable: "no words can be read; the picture may be blurred, its letters too small, or the page empty"
        case .withoutMarks: "words can be read, but no lines or boxes to write in"
        }
    }

    /// Finds the reason for a page without fields.
    ///
    /// - Parameters:
    ///   - page: the displayed page.
    ///   - read: the same page, straightened and read.
    init(_ page: PageContent, read: ReadPage) {
        let levels = Self.levels(of: page.image)
        if levels.upperBound < Self.darkPaper {
            self = .dark
        } else if Int(levels.upperBound) - Int(levels.lowerBound) < Self.leastContrast {
            self = read.words.isEmpty ? (Self.isBlank(levels) ? .unreadable : .faint) : .withoutMarks
        } else if read.words.count(where: Self.isWord) >= Self.leastWords {
            self = .withoutMarks
        } else if PaperLight(of: page.image, scale: page.scale) == nil {
            self = .littlePaper
        } else if Self.isAskew(read) {
            self = .askew
        } else {
            self = .unreadable
        }
    }

    /// Minimum gray level of paper that is not too dark.
    private static let darkPaper: UInt8 = 80
    /// Minimum difference between the levels of print and paper.
    private static let leastContrast = 40
    /// Minimum number of words on a readable page.
    private static let leastWords = 5

    private static func isWord(_ word: Word) -> Bool {
        word.text.count(where: \.isLetter) >= 3 && word.confidence >= 0.6
    }

    /// Returns whether a page is practically white.
    private static func isBlank(_ levels: ClosedRange<UInt8>) -> Bool { levels.lowerBound > 235 }

    private static func isAskew(_ read: ReadPage) -> Bool {
        guard let skew = try? Bitmap(read.image, resolution: Int(72 * read.scale)).skew() else { return false }
        return skew.confidence >= PageReader.skewConfidence && abs(skew.degrees) > PageReader.mostSkew
    }

    /// Returns the gray levels of print and paper.
    ///
    /// One pixel in a hundred is darker than the one, and one in a hundred brighter than the other.
    private static func levels(of image: GrayImage) -> ClosedRange<UInt8> {
        var histogram = [Int](repeating: 0, count: 256)
        for pixel in image.pixels { histogram[Int(pixel)] += 1 }
        let share = image.pixels.count / 100
        func level(_ levels: some Sequence<Int>) -> Int? {
            var passed = 0
            return levels.first {
                passed += histogram[$0]
                return passed > share
            }
        }
        let darkest = level(0...255) ?? 0
        return UInt8(darkest)...UInt8(max(darkest, level((0...255).reversed()) ?? 255))
    }
}
