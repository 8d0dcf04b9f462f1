package import Foundation
import Tesseract

extension AnswerCell {
    /// Returns the picture of a doubtful cell as PNG, if it has one.
    package func pictureData() throws -> Data? {
        guard let picture else { return nil }
        return Data(try Bitmap(picture, resolution: 200).pngData())
    }
}
