import FailureModel
import Geometry
import Foundation
import PDFSyntax
import PictureHeaders

/// Copies of cairo's objects.
extension PDFWriter {
    private static let backgroundName: StaticString = "/FormwrightBackground"
    private static let furnitureName: StaticString = "/FormwrightFurniture"

    mutating func writeWrappers() throws(Failure) {
        if drawn.pages.contains(where: { $0.background >= 0 }) {
            wrappers.beforeWithBackground = try writeStream(
                Array("/Artifact BMC q /FormwrightBackground Do Q EMC q\n".utf8))
        }
        if drawn.pages.contains(where: { $0.background < 0 && $0.furniture >= 0 }) {
            wrappers.before = try writeStream(Array("q\n".utf8))
        }
        if drawn.pages.contains(where: { $0.background >= 0 && $0.furniture < 0 }) {
            wrappers.after = try writeStream(Array("Q\n".utf8))
        }
        if drawn.pages.contains(where: { $0.furniture >= 0 }) {
            wrappers.afterWithFurniture = try writeStream(
                Array("Q /Artifact << /Type /Pagination >> BDC q /FormwrightFurniture Do Q EMC\n".utf8))
        }
    }

    mutating func writeStream(_ content: [UInt8], entries: StaticString = "") throws(Failure) -> Int {
        let number = out.allocate()
        try out.add(number, isStream: true) {
            $0 += "<< "
            $0 += entries
            $0 += "/Length "
            $0 += content.count
            $0 += " >>\nstream\n"
            $0 += content
            $0 += "\nendstream"
        }
        return number
    }

    /// A change to one of cairo's objects.
    private enum Change {
        /// A content stream becomes a form of a page.
        case form(sheet: Int32, page: Int32)
        /// The resources of a page get its forms.
        case resources(page: Int32)
    }

    mutating func copyObjects() throws(Failure) {
        // Cairo lists a picture once for each use on a page.
        let resources = drawn.repeatsPictures ? Set(sheets.map(\.resources)) : []
        var changes: [Int32: Change] = [:]
        for (index, page) in drawn.pages.enumerated() {
            for sheet in [page.background, page.furniture] where sheet >= 0 {
                changes[sheets[Int(sheet)].content] = .form(sheet: sheet, page: Int32(index))
            }
            if page.background >= 0 || page.furniture >= 0 {
                changes[sheets[Int(page.content)].resources] = .resources(page: Int32(index))
            }
        }
        for number in file.order where !replaced.contains(number) {
            switch changes[number] {
            case nil where resources.contains(number):
                try out.copy(Int(number), Self.withoutRepeatedPictures(try file.bytes(of: Int(number))))
            case nil:
                if drawn.hasInvertedInks, try hasInvertedInks(Int(number)) {
                    try copy(Int(number), inserting: Array(" /Decode [1 0 1 0 1 0 1 0]".utf8), after: "<<")
                } else if drawn.hasDocumentPages, let picture = try jpeg(in: Int(number)) {
                    var bytes = try file.bytes(of: Int(number))
                    let end = bytes.suffix(64).firstRange(of: "endstream".utf8)?.lowerBound ?? bytes.count
                    JPEGBlanking.blank(&bytes, picture..<max(picture, end - 1))
                    try out.copy(Int(number), bytes)
                } else {
                    try copy(Int(number))
                }
            case .form(let sheet, let page): try copyForm(Int(number), of: sheet, page: Int(page))
            case .resources(let page): try copyResources(Int(number), of: Int(page))
            }
        }
    }

    /// Returns the start of a JPEG in an object, or `nil`.
    private func jpeg(in number: Int) throws(Failure) -> Int? {
        let range = try file.range(of: number)
        let start = try file.bytes(in: range.lowerBound..<min(range.lowerBound + 1_024, range.upperBound))
        guard start.firstRange(of: "/DCTDecode".utf8) != nil else { return nil }
        return start.firstRange(of: [0xFF, 0xD8, 0xFF] as [UInt8])?.lowerBound
    }

    /// Returns whether an object is a JPEG with inverted inks, which cairo does not declare.
    private func hasInvertedInks(_ number: Int) throws(Failure) -> Bool {
        let range = try file.range(of: number)
        let start = try file.bytes(in: range.lowerBound..<min(range.lowerBound + 1_024, range.upperBound))
        guard start.firstRange(of: "/DCTDecode".utf8) != nil, start.firstRange(of: "/DeviceCMYK".utf8) != nil,
            let picture = start.firstRange(of: [0xFF, 0xD8, 0xFF] as [UInt8])
        else { return false }
        let bytes = try file.bytes(in: range.lowerBound + picture.lowerBound..<range.upperBound)
        return PictureHeader(Data(bytes))?.hasInvertedInks == true
    }

    private static let chunk = 1 << 18

    private mutating func copy(_ number: Int) throws(Failure) {
        let range = try file.range(of: number)
        var place = min(range.lowerBound + Self.chunk, range.upperBound)
        try out.copy(number, Self.completed(try file.bytes(in: range.lowerBound..<place), options))
        while place < range.upperBound {
            let next = min(place + Self.chunk, range.upperBound)
            try out.append(try file.bytes(in: place..<next))
            place = next
        }
    }

    /// The length of the start of an object that contains its dictionary, in bytes.
    private static let headLength = 512

    /// Returns the start of an object with entries that cairo leaves out.
    ///
    /// PDF/UA and PDF/A require them of fonts and pictures.
    private static func completed(_ bytes: [UInt8], _ options: TypesettingOptions) -> [UInt8] {
        let head = bytes.prefix(headLength)
        if let end = head.firstRange(of: "/Subtype /CIDFontType2".utf8)?.upperBound {
            return bytes[..<end] + Array(" /CIDToGIDMap /Identity".utf8) + bytes[end...]
        }
        if options.isArchival, let range = head.firstRange(of: "/Interpolate true".utf8),
            head.firstRange(of: "stream".utf8).map({ range.upperBound <= $0.lowerBound }) ?? true
        {
            return bytes[..<range.lowerBound] + Array("/Interpolate false".utf8) + bytes[range.upperBound...]
        }
        return bytes
    }

    private mutating func copyForm(_ number: Int, of sheet: Int32, page: Int) throws(Failure) {
        let size = drawn.template(of: drawn.pages[page]).sheet
        var entries = PDFBytes()
        entries += " /Type /XObject /Subtype /Form /BBox "
        entries.array(0, 0, size.width, size.height)
        entries += " /Resources "
        entries.reference(Int(sheets[Int(sheet)].resources))
        try copy(number, inserting: entries.bytes, after: "<<")
    }

    private mutating func copyResources(_ number: Int, of page: Int) throws(Failure) {
        let page = drawn.pages[page]
        var forms = PDFBytes()
        for (name, sheet) in [(Self.backgroundName, page.background), (Self.furnitureName, page.furniture)]
        where sheet >= 0 {
            forms += " "
            forms += name
            forms += " "
            forms.reference(Int(sheets[Int(sheet)].content))
        }
        if try file.dictionary(number)["/XObject"] != nil {
            try copy(number, inserting: forms.bytes, after: "/XObject <<")
        } else {
            try copy(number, inserting: " /XObject <<".utf8 + forms.bytes + " >>".utf8, after: "<<")
        }
    }

    /// Copies an object with an insertion after the first occurrence of a word.
    private mutating func copy(_ number: Int, inserting entries: [UInt8], after word: StaticString) throws(Failure) {
        var bytes = try file.bytes(of: number)
        try bytes.insert(entries, after: word)
        try out.copy(number, drawn.repeatsPictures ? Self.withoutRepeatedPictures(bytes) : bytes)
    }

    /// Returns a page's resources with distinct XObjects.
    ///
    /// For example, `/XObject << /x8 8 0 R /x8 8 0 R >>` has a repetition.
    private static func withoutRepeatedPictures(_ bytes: [UInt8]) -> [UInt8] {
        guard let start = bytes.firstRange(of: "/XObject <<".utf8)?.upperBound,
            let end = bytes[start...].firstRange(of: ">>".utf8)?.lowerBound
        else { return bytes }
        // Each entry has a name, a number, a generation and an R.
        let words = bytes[start..<end].split(separator: UInt8(ascii: " "))
        var entries: [UInt8] = []
        var names: Set<ArraySlice<UInt8>> = []
        for entry in stride(from: 0, to: words.count, by: 4) where names.insert(words[entry]).inserted {
            for word in words[entry..<min(entry + 4, words.count)] { entries += [UInt8(ascii: " ")] + word }
        }
        return bytes[..<start] + entries + [UInt8(ascii: " ")] + bytes[end...]
    }
}
