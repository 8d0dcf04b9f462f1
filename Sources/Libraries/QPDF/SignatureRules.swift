/// What the digital signatures of a document allow to be changed (ISO 32000-1, 12.8.2).
package struct SignatureRules: Sendable, Hashable {
    /// Whether changes other than filling in are ruled out, and whether even that is.
    package var forbidsFilling = false
    /// The fields that must not be changed.
    private var locks: [Lock] = []

    private struct Lock: Hashable {
        /// Whether the names are those that may be changed, rather than those that may not.
        var isExcept: Bool
        var names: [String]
    }

    fileprivate init() {}

    /// Whether a signature covers the value of a field with this full name.
    package func locks(_ name: String) -> Bool {
        locks.contains { lock in
            let isNamed = lock.names.contains { name == $0 || name.hasPrefix($0 + ".") }
            return isNamed != lock.isExcept
        }
    }

    /// Adds the rules of a signature field.
    fileprivate mutating func add(_ field: PDFObject, _ signature: PDFObject) {
        for reference in signature["/Reference"].items {
            let parameters = reference["/TransformParams"]
            switch reference["/TransformMethod"].name {
            case "DocMDP": addLevel(parameters)
            case "FieldMDP": addLock(parameters)
            default: break
            }
        }
        let lock = field["/Lock"]
        if lock.isDictionary {
            addLock(lock)
            if !lock["/P"].isNull { addLevel(lock) }
        }
    }

    fileprivate mutating func addLevel(_ parameters: PDFObject) {
        if parameters["/P"].integer == 1 { forbidsFilling = true }
    }

    private mutating func addLock(_ parameters: PDFObject) {
        let names = parameters["/Fields"].items.compactMap(\.text)
        switch parameters["/Action"].name {
        case "All": locks.append(Lock(isExcept: true, names: []))
        case "Include": locks.append(Lock(isExcept: false, names: names))
        case "Exclude": locks.append(Lock(isExcept: true, names: names))
        default: break
        }
    }
}

extension PDFFile {
    /// Returns whether the document has a digital signature, also one that no page shows.
    package func isSigned() throws(QPDFError) -> Bool {
        let flags = root["/AcroForm"]["/SigFlags"].integer ?? 0
        // Only then are all fields looked at.
        guard flags & 1 != 0 || root["/Perms"]["/DocMDP"].isDictionary else { return false }
        return try signatureRules() != nil
    }

    /// The rules of the document's digital signatures; `nil` if it has none.
    package func signatureRules() throws(QPDFError) -> SignatureRules? {
        var rules = SignatureRules()
        var visited: Set<PDFObjectIdentity> = []
        var isSigned = false
        var waiting = root["/AcroForm"]["/Fields"].items
        // Signatures are listed in the form, but some files list only their widgets.
        for index in 0..<(try pageCount()) {
            waiting += try page(index)["/Annots"].items.filter(\.isWidget)
        }
        while let field = waiting.popLast() {
            if let identity = field.identity, !visited.insert(identity).inserted { continue }
            // A direct kid cannot be part of a loop.
            waiting += field["/Kids"].items
            guard field.inherited("/FT").name == "Sig" else { continue }
            let signature = field.inherited("/V")
            guard signature.isDictionary, !signature["/ByteRange"].isNull else { continue }
            isSigned = true
            rules.add(field, signature)
        }
        let certification = root["/Perms"]["/DocMDP"]
        if certification.isDictionary {
            isSigned = true
            for reference in certification["/Reference"].items { rules.addLevel(reference["/TransformParams"]) }
        }
        try check()
        return isSigned ? rules : nil
    }
}
