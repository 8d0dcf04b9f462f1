package import Foundation
package import Pipeline

extension DocumentID {
    /// The ID of a portfolio: the same for the same owner and manifest, which has the user in it, so that a repetition joins
    /// the document that exists.
    package init(ofPortfolio manifest: Data, owner: OwnerID) {
        self.init(digestOf: "portfolio\n\(owner.text)\n\(ContentID(of: manifest).hex)")
    }
}
