import Geometry

/// A value for a widget that stays a widget.
package struct WidgetFilling: Sendable {
    package var widget: Widget
    package var value: Value
    package var look: Look

    /// What shows the widget; pages of the drawings count from 0.
    package enum Look: Sendable, Hashable {
        /// The widget by itself.
        case own
        /// A page of the drawings.
        case drawn(Int)
        /// A page of the drawings for each state of a button; `nil` for one that the widget shows by itself.
        case states(on: Int?, off: Int?)
    }

    package enum Value: Sendable, Hashable {
        /// The text of the field; of a choice, what it is exported as.
        case text(String)
        /// Whether the button is on.
        case isOn(Bool)
        /// What the field holds already, which gets only an appearance.
        case unchanged
    }

    package init(widget: Widget, value: Value, look: Look) {
        self.widget = widget
        self.value = value
        self.look = look
    }
}

extension PDFFile {
    /// Whether the form asks viewers to draw the values of its fields themselves (`/NeedAppearances`).
    package var needsAppearances: Bool { root["/AcroForm"]["/NeedAppearances"].isTrue }

    /// Sets the values of fields and what their widgets show.
    ///
    /// Each page of `drawings` shows one widget, and begins at the widget's top-left corner. Every filled widget has an
    /// appearance, so that viewers need not draw any.
    ///
    /// - Parameters:
    ///   - fillings: the values.
    ///   - drawings: the drawings.
    ///   - keepsOthers: whether other entries of the fields must stay as they are, since they are signed.
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

    /// Leaves it to no viewer to draw values, which it would do in its own fonts.
    ///
    /// XFA is removed, since readers that support it would bring back the old values, and so is `/Perms`, the
    /// publisher's signature over the unchanged file.
    package func settleAppearances() {
        let form = root["/AcroForm"]
        for key in ["/XFA", "/NeedAppearances"] where !form[key].isNull { form.remove(key) }
        if !root["/Perms"].isNull { root.remove("/Perms") }
    }

    /// Lists fields in the form in place of others with the same names that no page shows.
    ///
    /// In some defective forms the pages have copies of the listed fields, or fields that are not listed at all; programs
    /// would look for values in the list.
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

    /// Other fields that pages show by the same names, which are one field to those who read them.
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

    /// Sets the value of a field; `all` are the widgets of all fields of its name.
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
            // The formatted text would contradict the value, and so might the indices of the selected choices; those
            // count for less than the value (ISO 32000-1, table 231), so they may also stay.
            if !keepsOthers { for key in ["/RV", "/I"] where !owner[key].isNull { owner.remove(key) } }
            // Also those of widgets that are hidden, which are not drawn.
            for widget in shown where !widget["/AP"].isNull { widget.remove("/AP") }
        case .isOn:
            let on = widgets.first { $0.filling.value == .isOn(true) }
            // A button that is turned off takes no answer back that another one gives.
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
        // A widget has no value of its own, but some have, and readers would find the old one there.
        for kid in keepsOthers ? [] : owner.namelessKids {
            for key in ["/V", "/RV", "/I"] where !kid[key].isNull { kid.remove(key) }
        }
    }

    /// The name of a button's state when it is on; radio buttons without names are numbered, since equal ones would be
    /// on together.
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
            // Viewers show no annotation of an unknown type.
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

    /// The appearance that a page of the drawings shows.
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

    /// An appearance that shows a mark on what the button shows when it is off.
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
        // The matrices lead to the page.
        form.set("/BBox", object["/Rect"])
        form.set("/Resources", resources)
        return form
    }

    /// Puts the list of a button's appearances into its dictionary, since poppler shows none of a list that is an object of
    /// its own.
    private func listStatesDirectly(of object: PDFObject) {
        let appearances = object["/AP"]
        let lists = appearances.keys.filter { appearances[$0].isDictionary && appearances[$0].isIndirect }
        guard !lists.isEmpty else { return }
        let direct = appearances.shallowCopy()
        for key in lists { direct.set(key, appearances[key].shallowCopy()) }
        object.set("/AP", direct)
    }

    /// A form XObject drawn at the displayed page's size and angle, whose box is the widget's whole rectangle.
    private func newAppearance(
        _ content: some Collection<UInt8>, for object: PDFObject, _ widget: Widget, geometry: PageGeometry
    ) -> PDFObject {
        let r = object["/Rect"].items.compactMap(\.number)
        // The rectangle may be larger than the region, which ends with the page.
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
    /// The kids of a field that are no fields themselves.
    fileprivate var namelessKids: [PDFObject] { self["/Kids"].items.filter { $0["/T"].isNull } }

    /// The widgets of a field: such kids, and itself if it is one.
    fileprivate var fieldWidgets: [PDFObject] { namelessKids + (isWidget ? [self] : []) }

    /// Whether a button can be on in a state.
    fileprivate func hasState(_ state: String) -> Bool {
        self["/AP"]["/N"].keys.contains("/" + state) || self["/AS"].name == state
    }

    /// The field at the top of the tree that a widget belongs to.
    fileprivate var topField: PDFObject {
        var node = self
        for _ in 0..<PDFFile.deepestField where node["/Parent"].isDictionary { node = node["/Parent"] }
        return node
    }

    /// The field that a widget belongs to: itself, or the nearest parent with a name.
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
