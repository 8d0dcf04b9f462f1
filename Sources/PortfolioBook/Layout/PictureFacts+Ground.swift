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

    /// The luma from which something is hardly seen on white.
    private static let bright = 205.0
}
