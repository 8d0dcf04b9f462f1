extension PDFFile {
    /// Resets fields to their default values.
    ///
    /// Nothing of other values remains once the file is written. It does what the action `ResetForm` does (ISO 32000-1,
    /// 12.7.5.3), and removes formatted text, XFA and the appearances with the former values, also those of hidden
    /// widgets. What a widget among `others` shows stays, even if it belongs to the same field.
    ///
    /// - Parameters:
    ///   - names: the names of the fields.
    ///   - others: the places of the shown widgets whose fields stay as they are.
    /// - Throws: `QPDFError` if a page cannot be read.
    package func reset(fieldsNamed names: Set<String>, besides others: Set<WidgetPlace>) throws(QPDFError) {
        var shown: Set<PDFObjectIdentity> = []
        var former: [PDFObject] = []
        for page in 0..<(try pageCount()) {
            for (index, annotation) in try self.page(page)["/Annots"].items.enumerated() where annotation.isWidget {
                if others.contains(WidgetPlace(page: page, index: index)) {
                    shown.formUnion(Self.fieldNodes(of: annotation).compactMap(\.identity))
                } else if names.contains(Self.fullName(of: annotation)) {
                    former.append(annotation)
                }
            }
        }
        for widget in former { reset(widget, besides: shown) }
        settleAppearances()
        try check()
    }

    private func reset(_ widget: PDFObject, besides shown: Set<PDFObjectIdentity>) {
        let nodes = Self.fieldNodes(of: widget)
        let (value, normal) = (widget.inherited("/V"), widget.inherited("/DV"))
        let isNormal = !normal.isNull && !value.isStream && value.ownSyntax == normal.ownSyntax
        for node in nodes where node.identity.map(shown.contains) != true {
            for key in ["/V", "/RV", "/I"] where !node[key].isNull && !(key == "/V" && isNormal) { node.remove(key) }
        }
        guard !isNormal else { return }
        if widget.inherited("/FT").name == "Btn" {
            let states = widget["/AP"]["/N"].keys
            widget.set("/AS", newName(normal.name.flatMap { states.contains("/" + $0) ? $0 : nil } ?? "Off"))
        } else if !widget["/AP"].isNull {
            widget.remove("/AP")
        }
        if !normal.isNull, widget.inherited("/V").isNull, let field = nodes.first(where: { !$0["/T"].isNull }) {
            field.set("/V", normal)
        }
    }

    /// Returns a widget and the fields that it belongs to, from the innermost.
    private static func fieldNodes(of widget: PDFObject) -> [PDFObject] {
        var nodes = [widget]
        while nodes.count < deepestField, let parent = nodes.last?["/Parent"], parent.isDictionary {
            nodes.append(parent)
        }
        return nodes
    }
}
