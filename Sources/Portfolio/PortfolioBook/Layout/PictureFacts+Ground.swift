import Portfolio

extension PictureFacts {
    /// Whether the visible part of a transparent picture is too bright for a white background.
    var isBright: Bool { contentLuma > Self.bright }

    /// The luma of the drawing on a transparent background, from 0 to 255.
    ///
    /// The features are those of the picture on white. For white and one other luma *c* with the share *p*, the mean is
    /// 255 − *p* (255 − *c*) and the variance *p* (1 − *p*) (255 − *c*)². Solving for *c* works for lines of any
    /// thickness; for several lumas, the result is about their mean.
    private var contentLuma: Double {
        let missing = 255 - features.mean
        guard missing > 0.001 else { return 255 }
        return 255 - (features.deviation * features.deviation / missing + missing)
    }

    /// Whether the edges of a transparent picture crop the drawing and are otherwise invisible.
    ///
    /// A drawing that ends before the edges, such as a logo, is complete without them.
    var isCutOffByEdges: Bool {
        guard let clearEdges else { return false }
        return Self.cutOff.contains(1 - clearEdges)
    }

    /// The range of opaque edge shares that means cropping; with more, the edges are visible.
    private static let cutOff = 0.02...0.8
    /// The luma above which a drawing is hardly visible on white.
    private static let bright = 205.0
}
