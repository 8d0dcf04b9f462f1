package import FormDetection
package import FormModel

/// The printed content of a page: its ink, its marks and its known words.
///
/// It is what a form is recognised by. Places are on the straightened page; ``Straightening`` takes them to the displayed
/// one.
package struct PagePrint: Sendable, Hashable {
    /// The size of the straightened page in points.
    package let size: PageSize
    /// How the straightened page lies on the displayed one.
    package let straightening: Straightening
    /// Whether the page is a picture, without exact words.
    package let isScan: Bool
    package let ink: InkPicture
    /// The words, signs and rules from top to bottom.
    package let marks: [PrintMark]
    /// The words of the text layer; none for a scan.
    package let words: [PrintedWord]

    init(
        size: PageSize, straightening: Straightening, isScan: Bool, ink: InkPicture, marks: [PrintMark],
        words: [PrintedWord]
    ) {
        self.size = size
        self.straightening = straightening
        self.isScan = isScan
        self.ink = ink
        self.marks = marks
        self.words = words
    }

    /// Creates the print of a straightened page; words that text recognition read are left out.
    ///
    /// A page whose text lies on its side is turned.
    package init(of page: ReadPage) {
        let print = PagePrint(
            size: page.size, straightening: Straightening(size: page.size, turns: page.turns, skew: page.skew),
            isScan: page.isScan, ink: InkPicture(of: page.image, scale: page.scale), marks: [],
            words: page.isScan ? [] : PrintedWord.all(page.words))
        // Scans were turned when they were straightened.
        self = print.turnedBack(by: page.isScan ? 0 : TextTurn.turns(of: page.words))
    }

    /// Creates the print of a page; it is straightened, but its text is not recognised.
    ///
    /// It blocks while it works, so it must not run on Swift's cooperative threads.
    package init(of page: PageContent) throws {
        self.init(of: try PageReader.straightened(page))
    }

    /// The words and signs, without rules.
    var blobs: [PrintMark] { marks.filter { $0.kind == .blob } }
}
