package import Geometry
import Foundation
import PDFSyntax

extension PDFFile {
    /// Returns the regions of images in a page's content, including its form XObjects.
    ///
    /// Each is the bounding box of an image on the displayed page, at any rotation. A box may extend beyond the page.
    /// Poppler is not used for this, because it ignores the rotation of images and pages
    /// (`poppler_page_get_image_mapping`).
    ///
    /// - Throws: `QPDFError` if there is no such page or its content cannot be decoded.
    package func pictures(onPage index: Int) throws(QPDFError) -> [Region] {
        let page = try page(index)
        let geometry = geometry(of: page)
        let content = try pageContent(of: page)
        var finder = PictureFinder()
        return finder.places(in: content, resources: page.inherited("/Resources")).compactMap { place in
            place.box(x1: 0, y1: 0, x2: 1, y2: 1)
                .map { geometry.displayed(x1: $0.x1, y1: $0.y1, x2: $0.x2, y2: $0.y2) }
        }
    }
}

/// Follows the operators that transform and draw images (ISO 32000-1, 8.4.4, 8.8 to 8.10).
private struct PictureFinder {
    /// The images of form XObjects already followed, in the coordinates of their callers.
    private var forms: [PDFObjectIdentity: [PDFMatrix]] = [:]
    /// The form XObjects being followed; one that draws itself is skipped.
    private var open: Set<PDFObjectIdentity> = []
    /// The maximum number of images.
    ///
    /// A page with more is a drawing made of images, and forms can multiply them without bound.
    private static let mostPictures = 10_000
    private static let deepestForm = 32
    private static let deepestState = 1_000

    /// Returns the matrices from the unit square of each image to its place.
    mutating func places(in content: Data, resources: PDFObject) -> [PDFMatrix] {
        content.withUnsafeBytes { places(in: $0.bindMemory(to: UInt8.self), resources: resources) }
    }

    private mutating func places(in bytes: UnsafeBufferPointer<UInt8>, resources: PDFObject) -> [PDFMatrix] {
        var found: [PDFMatrix] = []
        var current = PDFMatrix()
        var saved: [PDFMatrix] = []
        var operands: [PDFTokens.Token] = []
        var tokens = PDFTokens(bytes, 0..<bytes.count)
        while found.count < Self.mostPictures, let token = tokens.next() {
            guard tokens.isOperator(token) else {
                // No relevant operator has more than six operands.
                if operands.count == 64 { operands.removeFirst(58) }
                operands.append(token)
                continue
            }
            switch tokens.text(token.range) {
            case "q":
                guard saved.count < Self.deepestState else { return found }
                saved.append(current)
            case "Q": current = saved.popLast() ?? current
            case "cm":
                if let matrix = PDFMatrix(operands.suffix(6).compactMap { tokens.number($0.range) }) {
                    current = matrix.then(current)
                }
            case "Do":
                guard let name = operands.last, name.kind == .name else { break }
                let drawn = places(of: resources["/XObject"][tokens.name(name.range)], resources: resources)
                    .prefix(Self.mostPictures - found.count)
                found += drawn.map { $0.then(current) }
            case "BI":
                tokens.skipInlinePicture()
                found.append(current)
            default: break
            }
            operands.removeAll(keepingCapacity: true)
        }
        return found
    }

    /// Returns the images drawn by an XObject.
    private mutating func places(of object: PDFObject, resources: PDFObject) -> [PDFMatrix] {
        guard object.isStream else { return [] }
        if object["/Subtype"].name == "Image" { return [PDFMatrix()] }
        guard object["/Subtype"].name == "Form", let identity = object.identity else { return [] }
        if let known = forms[identity] { return known }
        guard open.count < Self.deepestForm, open.insert(identity).inserted, let content = object.streamData else {
            return []
        }
        defer { open.remove(identity) }
        let own = object["/Resources"]
        let matrix = PDFMatrix(object["/Matrix"].items.compactMap(\.number)) ?? PDFMatrix()
        let found = places(in: content, resources: own.isDictionary ? own : resources).map { $0.then(matrix) }
        forms[identity] = found
        return found
    }
}
