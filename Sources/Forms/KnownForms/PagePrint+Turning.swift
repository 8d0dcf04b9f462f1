import FormModel

extension PagePrint {
    /// Whether the text layer has enough characters to tell which way is up.
    var isOriented: Bool {
        !isScan && words.lazy.map(\.text.count).reduce(0, +) >= TextTurn.leastCharacters
    }

    /// Returns the print of the page with its content turned back.
    ///
    /// The marks are found anew, since words are joined along the lines of text.
    ///
    /// - Parameter turns: the clockwise quarter turns of the content.
    /// - Returns: the print, whose places lead to the same places of the displayed page.
    func turnedBack(by turns: Int) -> PagePrint {
        let size = turns % 2 == 0 ? self.size : PageSize(width: self.size.height, height: self.size.width)
        let turning = Straightening(size: size, turns: turns, skew: 0)
        let ink = self.ink.upright(turns: turns, size: self.size)
        return PagePrint(
            size: size,
            straightening: Straightening(
                size: size, turns: (straightening.turns + turns) & 3, skew: straightening.skew),
            isScan: isScan, ink: ink, marks: MarkFinder.marks(in: ink),
            words: turns == 0
                ? words
                : words.map { word in
                    PrintedWord(
                        text: word.text, region: Region(around: word.region.corners.map(turning.straightened)))
                })
    }
}
