import Foundation
import Typesetting

/// What is drawn for a picture.
enum PreparedPicture {
    /// A JPEG or PNG with its size in pixels.
    case file(PictureFile, width: Int, height: Int)
    /// A page that is drawn with its lines and letters.
    case page(DocumentPage)
}
