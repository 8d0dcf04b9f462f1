/// The changes that the digital signatures of a document permit (ISO 32000-1, 12.8.2).
package struct SignatureRules: Sendable, Hashable {
    /// Whether all changes are forbidden, even filling in.
    package var forbidsFilling = false
    /// The locked fields.
    private var locks: [Lock] = []

    private struct Lock: Hashable {
        /// Whether the names are exempt from the lock instead of locked.
        var isExcept: Bool
        var names: [String]
    }

    fileprivate init() {}

    /// Returns whether a signature locks a field with a full name.
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
    /// Returns whether the document has a digital signature, even an invisible one.
    package func isSigned() throws(QPDFError) -> Bool {
        let flags = root["/AcroForm"]["/SigFlags"].integer ?? 0
        // All fields are inspected only in this case.
        guard flags & 1 != 0 || root["/Perms"]["/DocMDP"].isDictionary else { return false }
        return try signatureRules() != nil
    }

    /// Returns the rules of the document's digital signatures, or `nil` without signatures.
    package func signatureRules() throws(QPDFError) -> SignatureRules? {
        var rules = SignatureRules()
        var visited: Set<PDFObjectIdentity> = []
        var isSigned = false
        var waiting = root["/AcroForm"]["/Fields"].items
        // The form lists signatures, but some files list only their widgets.
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
