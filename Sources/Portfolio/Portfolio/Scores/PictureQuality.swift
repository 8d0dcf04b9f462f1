import Foundation

/// The quality of a picture: focus, size, light and contrast.
///
/// The subject of the picture is not considered.
package struct PictureQuality: Hashable, Sendable, Codable {
    package enum Class: String, Hashable, Sendable, Codable {
        /// A colour photograph.
        case photo
        /// A black-and-white photograph.
        case blackAndWhite = "black_and_white"
        /// A drawing, a screenshot or a diagram: areas without noise.
        case graphic
    }

    package let pictureClass: Class
    /// The terms of the score, from 0 to 1, with four decimal places.
    package let sharpness: Double
    package let resolution: Double
    package let exposure: Double
    package let contrast: Double
    package let colorfulness: Double
    /// The reductions of the score by noise and by JPEG blocks, from 0 to 1.
    ///
    /// `nil` in the first version of the scorer, which knew neither.
    package let noise: Double?
    package let blocks: Double?
    /// The score from 0 to 1, with four decimal places.
    package let score: Double

    /// The versions of the scorer.
    package enum Version: Int, Hashable, Sendable, Codable {
        /// Sharpness, size, exposure, contrast and colour.
        case first = 1
        /// These, with sharpness relative to contrast, lights, noise and JPEG blocks.
        case second = 2
    }

    /// Computes the quality from the facts of a picture.
    ///
    /// A picture without the measurements of the second version has the quality of the first.
    package init(_ picture: PictureFacts, version: Version = .second) {
        if version == .second, let details = picture.features.details {
            self.init(picture, details)
        } else {
            self.init(first: picture)
        }
    }

    /// Computes the quality of the second version.
    private init(_ picture: PictureFacts, _ details: PictureDetails) {
        let features = picture.features
        let detail = max(0, features.sharpness - 2 * (features.noise ?? 0))
        let relative = detail * (50 / max(features.deviation, 10)).squareRoot()
        let s = ((log10(1 + relative) - 1.5) / 2).clamped
        let longEdge = Double(max(picture.width, picture.height, 1))
        let r = picture.isDrawing ? 1 : (log2(longEdge / 240) / 4).clamped
        let k = (features.deviation / 255 / 0.22).clamped
        let m = (features.colorfulness / 82 * (110 / (features.mean + 20)).squareRoot()).clamped
        // A dark picture with lights is one of the night; one without is badly lit.
        let lights = ((details.highlights - 115) / 60).clamped
        let mean = features.mean / 255
        let dark = lights * (1 - max(0, 0.4 - mean) / 0.35 * (1 - lights))
        let e = dark * (1 - max(0, mean - 0.72) / 0.35).clamped * (1 - details.burnt / 0.4).clamped
        let isGray = features.colorfulness < 5
        let photo =
            isGray
            ? (0.27 * s + 0.25 * r + 0.26 * e + 0.14 * k) / 0.92
            : 0.27 * s + 0.25 * r + 0.26 * e + 0.14 * k + 0.08 * m
        // Partly clipped pixels have lost a colour, unlike white paper.
        let graphic =
            (0.40 * s + 0.35 * r + 0.25 * k) * (1 - 0.45 * (1 - lights))
            * (1 - 0.6 * ((details.burnt - details.white) / 0.4).clamped)
        // A photo with a smooth background has something of a graphic, and so has a blurred one.
        let share = ((features.flatness - 0.77) / 0.1).clamped
        pictureClass = share >= 0.5 ? .graphic : isGray ? .blackAndWhite : .photo
        let noise = 0.35 * ((details.grain - 1.5) / 6).clamped
        let blocks = 0.3 * ((details.blocks - 0.3) / 2).clamped
        sharpness = s.rounded(toPlaces: 4)
        resolution = r.rounded(toPlaces: 4)
        exposure = e.rounded(toPlaces: 4)
        contrast = k.rounded(toPlaces: 4)
        colorfulness = m.rounded(toPlaces: 4)
        self.noise = noise.rounded(toPlaces: 4)
        self.blocks = blocks.rounded(toPlaces: 4)
        score = (((1 - share) * photo + share * graphic) * (1 - noise) * (1 - blocks)).clamped.rounded(toPlaces: 4)
    }

    /// Computes the quality of the first version.
    private init(first picture: PictureFacts) {
        let features = picture.features
        let s = ((log10(1 + max(0, features.sharpness)) - 1.5) / 2).clamped
        let longEdge = Double(max(picture.width, picture.height, 1))
        // The resolution of a drawing is that of the printer.
        let r = picture.isDrawing ? 1 : (log2(longEdge / 640) / log2(6)).clamped
        let k = (features.deviation / 255 / 0.22).clamped
        let m = (features.colorfulness / 82).clamped
        let light = (1 - max(0, abs(features.mean / 255 - 0.43) - 0.12) / 0.35).clamped
        let e = light * (1 - max(0, features.clipped - 0.02) / 0.35).clamped
        let sum: Double
        if features.flatness >= 0.82 {
            pictureClass = .graphic
            sum = 0.45 * s + 0.25 * r + 0.30 * k
        } else if features.colorfulness < 5 {
            pictureClass = .blackAndWhite
            sum = (0.30 * s + 0.20 * r + 0.25 * e + 0.15 * k) / 0.9
        } else {
            pictureClass = .photo
            sum = 0.30 * s + 0.20 * r + 0.25 * e + 0.15 * k + 0.10 * m
        }
        sharpness = s.rounded(toPlaces: 4)
        resolution = r.rounded(toPlaces: 4)
        exposure = e.rounded(toPlaces: 4)
        contrast = k.rounded(toPlaces: 4)
        colorfulness = m.rounded(toPlaces: 4)
        noise = nil
        blocks = nil
        score = sum.clamped.rounded(toPlaces: 4)
    }
}
