extension PDFFile {
    /// Makes 0 mean full ink in the CMYK images of a page's resources.
    ///
    /// See `/Decode`, ISO 32000-1, 8.9.5.2.
    package func invertInks(onPage index: Int) throws(QPDFError) {
        var visited: Set<PDFObjectIdentity> = []
        invertInks(in: try page(index).inherited("/Resources"), visited: &visited)
        try check()
    }

    private func invertInks(in resources: PDFObject, visited: inout Set<PDFObjectIdentity>) {
        let objects = resources["/XObject"]
        for name in objects.keys {
            let object = objects[name]
            guard let identity = object.identity, visited.insert(identity).inserted else { continue }
            if object["/Subtype"].name == "Form" {
                invertInks(in: object["/Resources"], visited: &visited)
            } else if object["/ColorSpace"].name == "DeviceCMYK" {
                object.set("/Decode", newArray([1, 0, 1, 0, 1, 0, 1, 0]))
            }
        }
    }
}
