import Geometry

/// A value for a widget that remains interactive.
package struct WidgetFilling: Sendable {
    package var widget: Widget
    package var value: Value
    package var look: Look

    /// The appearance of the widget; pages of the drawings count from 0.
    package enum Look: Sendable, Hashable {
        /// The widget's own appearance.
        case own
        /// A page of the drawings.
        case drawn(Int)
        /// A page for each state of a button; `nil` for its own appearance.
        case states(on: Int?, off: Int?)
    }

    package enum Value: Sendable, Hashable {
        /// The text of the field, or the export value of a choice.
        case text(String)
        /// Whether the button is on.
        case isOn(Bool)
        /// The existing value, which only gets an appearance.
        case unchanged
    }

    package init(widget: Widget, value: Value, look: Look) {
        self.widget = widget
        self.value = value
        self.look = look
    }
}

extension PDFFile {
    /// Whether the form asks viewers to draw the values themselves (`/NeedAppearances`).
    package var needsAppearances: Bool { root["/AcroForm"]["/NeedAppearances"].isTrue }

    /// Sets the values of fields and the appearances of their widgets.
    ///
    /// Each page of `drawings` shows one widget, starting at the widget's top-left corner. Every filled widget has an
    /// appearance, so that viewers need not create any.
    ///
    /// - Parameters:
    ///   - fillings: The values.
    ///   - drawings: The drawings.
    ///   - keepsOthers: Whether other entries of the fields must stay unchanged because they are signed.
    /// - Throws: `QPDFError`; `.unsupported` if an entry that must stay would contradict a value.
    package func fill(
        _ fillings: [WidgetFilling], drawings: PDFFile?, keepsOthers: Bool = false
    ) throws(QPDFError) {
        var groups: [(owner: PDFObject, widgets: [(object: PDFObject, filling: WidgetFilling)])] = []
        var places: [PDFObjectIdentity: Int] = [:]
        for filling in fillings {
            let annotations = try page(filling.widget.page)["/Annots"].items
            guard annotations.indices.contains(filling.widget.index) else { continue }
            let object = annotations[filling.widget.index]
            let owner = object.fieldWithName
            if let identity = owner.identity, let place = places[identity] {
                groups[place].widgets.append((object, filling))
            } else {
                if let identity = owner.identity { places[identity] = groups.count }
                groups.append((owner, [(object, filling)]))
            }
        }
        if !keepsOthers { try listShownFields(groups.map(\.owner)) }
        let copies = keepsOthers ? [:] : try otherFields(named: groups.map(\.owner))
        for group in groups {
            let owners = [group.owner] + (copies[PDFFile.fullName(of: group.owner)] ?? [])
            let all = owners.flatMap(\.fieldWidgets)
            for owner in owners { try setValue(of: owner, group.widgets, among: all, keepsOthers: keepsOthers) }
            for (object, filling) in group.widgets {
                try show(filling, on: object, drawings: drawings, keepsOthers: keepsOthers)
            }
        }
        if let drawings, !overlays.contains(where: { $0 === drawings }) { overlays.append(drawings) }
        try check()
    }

    /// Keeps viewers from drawing values in their own fonts.
    ///
    /// XFA is removed, because readers that support it would restore the old values, and so is `/Perms`, the
    /// publisher's signature over the unchanged file.
    package func settleAppearances() {
        let form = root["/AcroForm"]
        for key in ["/XFA", "/NeedAppearances"] where !form[key].isNull { form.remove(key) }
        if !root["/Perms"].isNull { root.remove("/Perms") }
    }

    /// Lists shown fields in the form in place of hidden ones with the same names.
    ///
    /// In some defective forms, the pages have copies of the listed fields or unlisted fields. Programs look for values
    /// in the list.
    private func listShownFields(_ fields: [PDFObject]) throws(QPDFError) {
        let listed = root["/AcroForm"]["/Fields"].items
        let known = Set(listed.compactMap(\.identity))
        var roots: [String: PDFObject] = [:]
        for field in fields {
            let top = field.topField
            guard let name = top["/T"].text, let identity = top.identity, !known.contains(identity) else { continue }
            roots[name] = top
        }
        guard !roots.isEmpty else { return }
        var shown: Set<PDFObjectIdentity> = []
        let names = Set(listed.compactMap { $0["/T"].text })
        var unlisted: [PDFObject] = []
        for page in 0..<(try pageCount()) {
            for annotation in try self.page(page)["/Annots"].items where annotation.isWidget {
                let top = annotation.topField
                guard let identity = top.identity, shown.insert(identity).inserted else { continue }
                if let name = top["/T"].text, !known.contains(identity), !names.contains(name) { unlisted.append(top) }
            }
        }
        let array = newArray()
        for field in listed {
            let isShown = field.identity.map(shown.contains) ?? false
            array.append(isShown ? field : field["/T"].text.flatMap { roots[$0] } ?? field)
        }
        for field in unlisted { array.append(field) }
        // Pages can have fields without a form that lists them.
        if !root["/AcroForm"].isDictionary { root.set("/AcroForm", newDictionary()) }
        root["/AcroForm"].set("/Fields", array)
    }

    /// Returns other shown fields with the same names, which readers treat as one field.
    private func otherFields(named fields: [PDFObject]) throws(QPDFError) -> [String: [PDFObject]] {
        let names = Set(fields.map(Self.fullName)).subtracting([""])
        var known = Set(fields.compactMap(\.identity))
        var others: [String: [PDFObject]] = [:]
        for page in 0..<(try pageCount()) {
            for annotation in try self.page(page)["/Annots"].items where annotation.isWidget {
                let field = annotation.fieldWithName
                guard let identity = field.identity, known.insert(identity).inserted else { continue }
                let name = Self.fullName(of: field)
                if names.contains(name) { others[name, default: []].append(field) }
            }
        }
        return others
    }

    /// Sets the value of a field.
    ///
    /// `all` are the widgets of all fields with its name.
    private func setValue(
        of owner: PDFObject, _ widgets: [(object: PDFObject, filling: WidgetFilling)], among all: [PDFObject],
        keepsOthers: Bool
    ) throws(QPDFError) {
        let shown = owner.fieldWidgets
        switch widgets.first?.filling.value {
        case .text(let text):
            owner.set("/V", newText(text))
            if keepsOthers, !owner["/RV"].isNull {
                throw QPDFError(code: .unsupported, detail: "a field holds formatted text, which is signed")
            }
            // The formatted text would contradict the value, and so might the indices of the selected choices. The
            // value takes precedence over the indices (ISO 32000-1, table 231), so they may also stay.
            if !keepsOthers { for key in ["/RV", "/I"] where !owner[key].isNull { owner.remove(key) } }
            // This includes hidden widgets, which are not drawn.
            for widget in shown where !widget["/AP"].isNull { widget.remove("/AP") }
        case .isOn:
            let on = widgets.first { $0.filling.value == .isOn(true) }
            // Turning a button off does not revoke the answer of another one.
            if on == nil, let held = owner["/V"].name, !widgets.contains(where: { $0.object.hasState(held) }),
                all.contains(where: { $0.hasState(held) })
            {
                return
            }
            let state = on.map { Self.state(of: $0.object, $0.filling.widget) } ?? "Off"
            owner.set("/V", newName(state))
            for widget in shown {
                let has = widget["/AP"]["/N"].keys.contains("/" + state)
                widget.set("/AS", newName(has ? state : "Off"))
            }
        case .unchanged, nil: return
        }
        // A widget has no value of its own, but some have one, where readers would find the old value.
        for kid in keepsOthers ? [] : owner.namelessKids {
            for key in ["/V", "/RV", "/I"] where !kid[key].isNull { kid.remove(key) }
        }
    }

    /// Returns the name of a button's on state.
    ///
    /// Radio buttons without names are numbered, because equal names would be on together.
    private static func state(of object: PDFObject, _ widget: Widget) -> String {
        if let state = widget.onState { return state }
        guard widget.kind == .radio, let identity = object.identity,
            let place = object["/Parent"]["/Kids"].items.firstIndex(where: { $0.identity == identity })
        else { return "Yes" }
        return String(place)
    }

    private func show(
        _ filling: WidgetFilling, on object: PDFObject, drawings: PDFFile?, keepsOthers: Bool
    ) throws(QPDFError) {
        if object["/Subtype"].isNull {
            guard !keepsOthers else {
                throw QPDFError(code: .unsupported, detail: "a widget does not say that it is one, which is signed")
            }
            // Viewers ignore annotations of an unknown type.
            object.set("/Subtype", newName("Widget"))
        }
        let state = Self.state(of: object, filling.widget)
        if case .isOn(let isOn) = filling.value {
            object.set("/AS", newName(isOn ? state : "Off"))
            if !keepsOthers { listStatesDirectly(of: object) }
        }
        guard let drawings else { return }
        let appearances = newDictionary()
        switch filling.look {
        case .own: return
        case .drawn(let page):
            appearances.set("/N", try appearance(page, of: drawings, for: object, filling.widget))
        case .states(let on, let off):
            if filling.value == .unchanged { object.set("/AS", newName(filling.widget.isOn ? state : "Off")) }
            let own = object["/AP"]["/N"]
            let states = own.isStream ? newDictionary() : own.shallowCopy()
            let blank = try blank(of: object, on: page(filling.widget.page))
            if let on {
                let mark = try appearance(on, of: drawings, for: object, filling.widget)
                let isBare = !filling.widget.look.isVisible
                states.set("/" + state, blank.map { isBare ? layered($0, mark, of: object) : mark } ?? mark)
            }
            if let off, blank == nil {
                states.set("/Off", try appearance(off, of: drawings, for: object, filling.widget))
            }
            appearances.set("/N", states)
        }
        object.set("/AP", appearances)
    }

    /// Creates an appearance from a page of the drawings.
    private func appearance(
        _ page: Int, of drawings: PDFFile, for object: PDFObject, _ widget: Widget
    ) throws(QPDFError) -> PDFObject {
        let source = try drawings.page(page)
        let appearance = newAppearance(
            try drawings.pageContent(of: source), for: object, widget, geometry: try geometry(ofPage: widget.page))
        appearance.set("/Resources", copyForeign(source.inherited("/Resources")))
        try drawings.check()
        return appearance
    }

    /// Creates an appearance with a mark over a button's off state.
    private func layered(
        _ blank: (form: PDFObject, matrix: [Double]), _ mark: PDFObject, of object: PDFObject
    ) -> PDFObject {
        guard let matrix = object.placement(of: mark) else { return mark }
        let (resources, forms) = (newDictionary(), newDictionary())
        var content = ""
        for (name, form, matrix) in [("/Blank", blank.form, blank.matrix), ("/Mark", mark, matrix)] {
            forms.set(name, form)
            content += "q \(matrix.map(PDFText.number).joined(separator: " ")) cm \(name) Do Q\n"
        }
        resources.set("/XObject", forms)
        let form = newStream(content.utf8)
        form.set("/Type", newName("XObject"))
        form.set("/Subtype", newName("Form"))
        // The matrices map to the page.
        form.set("/BBox", object["/Rect"])
        form.set("/Resources", resources)
        return form
    }

    /// Moves the states of a button into its appearance dictionary.
    ///
    /// Poppler ignores states in a separate object.
    private func listStatesDirectly(of object: PDFObject) {
        let appearances = object["/AP"]
        let lists = appearances.keys.filter { appearances[$0].isDictionary && appearances[$0].isIndirect }
        guard !lists.isEmpty else { return }
        let direct = appearances.shallowCopy()
        for key in lists { direct.set(key, appearances[key].shallowCopy()) }
        object.set("/AP", direct)
    }

    /// Creates a form XObject at the displayed page's scale and angle.
    ///
    /// Its box is the whole rectangle of the widget.
    private func newAppearance(
        _ content: some Collection<UInt8>, for object: PDFObject, _ widget: Widget, geometry: PageGeometry
    ) -> PDFObject {
        let r = object["/Rect"].items.compactMap(\.number)
        // The rectangle may exceed the region, which ends at the page edge.
        let whole =
            r.count == 4 ? geometry.displayed(x1: r[0], y1: r[1], x2: r[2], y2: r[3]) : widget.region
        let form = newStream(content)
        form.set("/Type", newName("XObject"))
        form.set("/Subtype", newName("Form"))
        form.set(
            "/BBox",
            newArray([
                whole.left - widget.region.left, widget.region.bottom - whole.bottom,
                whole.right - widget.region.left, widget.region.bottom - whole.top,
            ]))
        var matrix = geometry.placement
        matrix[4] = 0
        matrix[5] = 0
        form.set("/Matrix", newArray(matrix))
        return form
    }
}

extension PDFObject {
    /// The kids of a field that are not fields themselves.
    fileprivate var namelessKids: [PDFObject] { self["/Kids"].items.filter { $0["/T"].isNull } }

    /// The widgets of a field: its nameless kids, and itself if it is a widget.
    fileprivate var fieldWidgets: [PDFObject] { namelessKids + (isWidget ? [self] : []) }

    /// Returns whether a button can have a state.
    fileprivate func hasState(_ state: String) -> Bool {
        self["/AP"]["/N"].keys.contains("/" + state) || self["/AS"].name == state
    }

    /// The root field of a widget.
    fileprivate var topField: PDFObject {
        var node = self
        for _ in 0..<PDFFile.deepestField where node["/Parent"].isDictionary { node = node["/Parent"] }
        return node
    }

    /// The field of a widget: itself, or the nearest named parent.
    fileprivate var fieldWithName: PDFObject {
        var node = self
        for _ in 0..<PDFFile.deepestField {
            if !node["/T"].isNull { return node }
            let parent = node["/Parent"]
            guard parent.isDictionary else { break }
            node = parent
        }
        return self
    }
}
