import FailureModel
import FormModel

/// Writes profile values into the fields of a form that ask for them.
struct ProfileFilling {
    private let profile: Profile
    private let fields: [Field]
    private let asked: [ProfileFields.Asked]

    init(_ profile: Profile, fields: [Field]) {
        self.profile = profile
        self.fields = fields
        asked = ProfileFields(fields).asked
    }

    /// Returns values for empty fields, skipping values that a field does not take.
    func values() -> [BoundValue] {
        var values: [BoundValue] = []
        var done: Set<Field.ID> = []
        for (index, asked) in asked.enumerated() where !done.contains(asked.field.id) {
            let blank = blank(of: index)
            done.formUnion(blank.map(\.id))
            guard
                !blank.contains(where: {
                    $0.readOnly || $0.defaultValue?.isEmpty == false || $0.flags.contains(.password)
                })
            else { continue }
            let key = written(at: index).map(\.rawValue).joined(separator: " ")
            for text in texts(for: index) {
                guard let contents = contents(text, asked, in: blank) else { continue }
                let first = blank.count > 1 && ValueLines.lines(blank, of: fields) != nil ? blank[0].id : nil
                values += contents.map {
                    BoundValue(
                        field: $0, content: $1, source: .autofill, key: key, match: .profile,
                        continues: $0.id == first ? nil : first)
                }
                break
            }
        }
        return values
    }

    /// Returns the fields of the blank that a field belongs to.
    ///
    /// They are its parts from left to right, or its lines.
    private func blank(of index: Int) -> [Field] {
        let first = asked[index]
        var same = [first.field]
        for next in asked[(index + 1)...] {
            guard next.names == first.names, next.field.label == first.field.label, next.field.page == first.field.page
            else { break }
            same.append(next.field)
        }
        guard same.count > 1 else { return same }
        if let lines = ValueLines.lines(same, of: fields) { return lines }
        var parts = [first.field]
        for field in same.dropFirst() {
            guard let last = parts.last, abs(field.region.bottom - last.region.bottom) < 4,
                field.region.left - last.region.right < 30, field.region.left > last.region.left
            else { break }
            parts.append(field)
        }
        return parts
    }

    private func contents(
        _ text: String, _ asked: ProfileFields.Asked, in blank: [Field]
    ) -> [(Field, BoundValue.Content)]? {
        let value = FieldValue.text(text)
        do throws(Failure) {
            if blank.count == 1 {
                guard Self.fits(text, blank[0]), let content = try ValueNormaliser.content(value, for: blank[0]) else {
                    return nil
                }
                return [(blank[0], content)]
            }
            if ValueLines.lines(blank, of: fields) != nil {
                let width = blank.reduce(0) { $0 + $1.region.width }
                guard Double(text.count) * Self.letterWidth <= width else { return nil }
                return try ValueLines.contents(value, in: blank)
            }
            return try ValueParts.contents(value, in: blank)
        } catch {
            return nil
        }
    }

    /// Returns whether a text approximately fits a field at a small size.
    ///
    /// Profile values must not prevent the form from being filled.
    private static func fits(_ text: String, _ field: Field) -> Bool {
        let rows = max(1, (field.region.height / rowHeight).rounded(.down))
        return Double(text.count) * letterWidth <= field.region.width * (field.type == .multiline ? rows : 1)
    }

    /// The mean letter width and row height in points at the smallest legible size.
    private static let letterWidth = 4.0
    private static let rowHeight = 9.5

    // MARK: Texts

    /// Returns the possible texts for a field, preferred one first.
    private func texts(for index: Int) -> [String] {
        let asked = asked[index]
        let names = asked.names
        if names.contains(where: \.isOfAddress), let address = address(for: index) { return address }
        if names.count > 1, names.allSatisfy(\.isOfName) { return [fullName(asked)].compactMap(\.self) }
        if names.count > 1 {
            return [names.map { profile.texts(for: $0).first }.joined(separator: ", ")].compactMap(\.self)
        }
        let texts = names.first.map(profile.texts) ?? []
        guard names == [.additionalName] else { return texts }
        // A field for one letter takes the initial.
        return (asked.isInitial ? [] : texts) + texts.map { String($0.prefix(1)) }
    }

    /// Returns the name in the order of the label.
    private func fullName(_ asked: ProfileFields.Asked) -> String? {
        let parts = asked.names.map { name -> String? in
            let text = profile.texts(for: name).first
            return name == .additionalName && asked.isInitial ? text.map { $0.prefix(1) + "." } : text
        }
        guard asked.names.first == .familyName, parts.count > 1, let family = parts[0] else {
            return parts.joined(separator: " ")
        }
        return [family, Array(parts.dropFirst()).joined(separator: " ")].joined(separator: ", ")
    }

    /// Returns the names to write into a field.
    ///
    /// These are the requested ones, and the rest of the address if no other field asks for it.
    private func written(at index: Int) -> [AutofillName] {
        let names = asked[index].names
        guard names.contains(.streetAddress), !names.contains(.addressLevel2), !names.contains(.postalCode),
            !isContinued(index)
        else { return names }
        return names + [.addressLevel2, .addressLevel1, .postalCode].filter { !names.contains($0) }
    }

    /// Returns the part of the address that belongs in a field, with other requested names.
    private func address(for index: Int) -> [String]? {
        let names = written(at: index)
        guard names.contains(.streetAddress) || names.count > 1 else { return nil }
        let hasUnit = names == [.streetAddress] && asksNext(index) { $0 == [.addressLine2] }
        let street = profile.texts(for: hasUnit ? .addressLine1 : .streetAddress).first?.replacing("\n", with: ", ")
        let person = names.contains(.name) ? profile.texts(for: .name).first : nil
        let contact = [.tel, .email].filter(names.contains).map { profile.texts(for: $0).first }
        let lines = [person, names.contains(.streetAddress) ? street : nil, place(names)] + contact
        let isTall = asked[index].field.type == .multiline
        return [lines.joined(separator: isTall ? "\n" : ", ")].compactMap(\.self)
    }

    /// Returns the requested ones of city, state, postal code and country.
    ///
    /// The postal code comes first if the label has it first, or if there is no state.
    private func place(_ names: [AutofillName]) -> String? {
        func text(_ name: AutofillName) -> String? { names.contains(name) ? profile.texts(for: name).first : nil }
        let (city, state, code) = (text(.addressLevel2), text(.addressLevel1), text(.postalCode))
        let country = text(.countryName)
        let codeIsFirst =
            names.firstIndex(of: .postalCode).flatMap { code in names.firstIndex(of: .addressLevel2).map { code < $0 } }
            ?? false
        let place =
            codeIsFirst || state == nil
            ? [code, city].joined(separator: " ")
            : [city, [state, code].joined(separator: " ")].joined(separator: ", ")
        return [place, country].joined(separator: ", ")
    }

    /// Returns whether the fields after an address ask for the rest of it.
    private func isContinued(_ index: Int) -> Bool {
        asksNext(index) { $0.contains(.addressLevel2) || $0.contains(.postalCode) }
    }

    private func asksNext(_ index: Int, _ isIt: ([AutofillName]) -> Bool) -> Bool {
        asked[(index + 1)...].prefix(Self.addressLength).prefix { $0.names != [.name] }.contains { isIt($0.names) }
    }

    /// Maximum number of fields to search for the rest of an address.
    private static let addressLength = 8
}
