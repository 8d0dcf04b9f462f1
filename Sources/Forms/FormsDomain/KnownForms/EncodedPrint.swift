import Foundation
import KnownForms

/// A stored print with its look-up keys.
struct EncodedPrint: Sendable {
    /// The page (0-based).
    let page: Int
    let keys: PageKeys
    let data: Data

    /// Encodes a print.
    ///
    /// - Throws: `Failure`: `input_too_large`.
    init(_ print: PagePrint, page: Int) throws {
        self.page = page
        keys = PageKeys(of: print)
        data = try print.encoded()
    }
}
