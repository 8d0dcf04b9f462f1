import Portfolio

extension PictureFacts {
    /// Whether all that is seen of a transparent picture is so bright that it is hardly seen on white.
    var isBright: Bool { contentLuma > Self.bright }

    /// The luma of what is drawn on a transparent ground, from 0 to 255.
    ///
    /// The features are those of the picture on white. Of white and one other luma *c*, which has the share *p*, the mean is
    /// 255 − *p* (255 − *c*) and the variance *p* (1 − *p*) (255 − *c*)². From these two follows *c*, however thin the
    /// lines are; of several it is about their mean.
    private var contentLuma: Double {
        let missing = 255 - features.mean
        guard missing > 0.001 else { return 255 }
        return 255 - (features.deviation * features.deviation / missing + missing)
    }

    /// Whether the edges of a transparent picture cut off what is drawn on it, and are not seen otherwise.
    ///
    /// A drawing that ends before the edges, such as a logo, is whole without them.
    var isCutOffByEdges: Bool {
        guard let clearEdges else { return false }
        return Self.cutOff.contains(1 - clearEdges)
    }

    /// The share of the edges on which something is drawn that is cut off; with more the edges are seen.
    private static let cutOff = 0.02...0.8
    /// The luma from which something is hardly seen on white.
    private static let bright = 205.0
}
