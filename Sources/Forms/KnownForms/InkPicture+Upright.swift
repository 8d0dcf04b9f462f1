import FormModel

extension InkPicture {
    /// Returns the picture after a page's content was turned back.
    ///
    /// - Parameters:
    ///   - turns: the clockwise quarter turns of the content.
    ///   - size: the size of the page with the content turned, in points.
    /// - Returns: the upright picture.
    func upright(turns: Int, size: PageSize) -> InkPicture {
        guard turns != 0 else { return self }
        // The page ends within the last column and row.
        let right = Int((size.width * scale).rounded()) - 1
        let bottom = Int((size.height * scale).rounded()) - 1
        var result =
            turns == 2
            ? InkPicture(width: width, height: height, scale: scale)
            : InkPicture(width: height, height: width, scale: scale)
        for y in 0..<height {
            forEachRun(inRow: y) { start, end in
                for x in start..<end {
                    let place =
                        switch turns {
                        case 1: (x: y, y: right - x)
                        case 2: (x: right - x, y: bottom - y)
                        default: (x: bottom - y, y: x)
                        }
                    guard place.x >= 0, place.y >= 0, place.x < result.width, place.y < result.height else { continue }
                    result.set(place.x, place.y)
                }
            }
        }
        return result
    }
}
