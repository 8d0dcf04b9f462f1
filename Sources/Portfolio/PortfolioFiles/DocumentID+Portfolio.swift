package import Foundation
package import Pipeline

extension DocumentID {
    /// Creates the ID of a portfolio from its owner and manifest.
    ///
    /// The manifest includes the user. Repeating a request therefore joins the existing document.
    package init(ofPortfolio manifest: Data, owner: OwnerID) {
        self.init(digestOf: "portfolio\n\(owner.text)\n\(ContentID(of: manifest).hex)")
    }
}
