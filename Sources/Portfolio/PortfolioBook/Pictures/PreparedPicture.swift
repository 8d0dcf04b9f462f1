import Foundation
import Typesetting

/// The drawable form of a picture.
enum PreparedPicture {
    /// A JPEG or PNG with its size in pixels.
    case file(PictureFile, width: Int, height: Int)
    /// A page drawn as vectors.
    case page(DocumentPage)
}
