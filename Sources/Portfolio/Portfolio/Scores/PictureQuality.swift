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
    /// The score from 0 to 1, with four decimal places.
    package let score: Double

    /// Computes the quality from the facts of a picture.
    package init(_ picture: PictureFacts) {
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
        score = sum.clamped.rounded(toPlaces: 4)
    }
}
