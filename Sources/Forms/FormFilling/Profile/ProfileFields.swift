import FormImport

import FormModel

/// Finds the fields about the person who fills in a form.
///
/// A form asks for names and addresses of several people. The person a field is about is determined by its own label,
/// by its row and column, by the heading above it, or by the name asked for before it: an address belongs to the last
/// name. Without such evidence the first person is the one who fills in the form, and a repeated question is about
/// somebody else. Doubtful fields are left empty.
struct ProfileFields {
    /// A field about the person, and the information it asks for.
    struct Asked {
        var field: Field
        var names: [AutofillName]
        var isInitial: Bool
    }

    /// The fields in reading order.
    private(set) var asked: [Asked] = []

    private let fields: [Field]
    private let captions: Set<String>
    private let requests: [AutofillRequest]
    /// The roles in the label, the row and column, and the heading of each field.
    private var labels: [PersonWords.Role?] = []
    private var places: [PersonWords.Role?] = []
    private var headings: [PersonWords.Role?] = []
    /// The form's word for the person who fills it in, such as "veteran".
    private var principal: String?

    init(_ fields: [Field]) {
        self.fields = fields
        captions = Set(
            fields.flatMap { [$0.label, $0.printedNames?.caption ?? ""] }.map(LabelText.normalised).filter {
                $0.count >= 3
            })
        requests = Self.requests(of: fields)
        labels = fields.map { Self.role(of: $0.label) ?? Self.role(of: $0.printedNames?.caption) }
        headings = fields.map { Self.role(of: $0.section, isHeading: true) }
        places = fields.map(place)
        inheritColumns()
        principal = calledPrincipal()
        collect()
    }

    // MARK: Questions

    /// Returns what each field asks for.
    ///
    /// A name beside a given name is the family name.
    private static func requests(of fields: [Field]) -> [AutofillRequest] {
        var requests = fields.map { field -> AutofillRequest in
            guard field.type != .signature, field.type != .checkbox else { return .nothing }
            let printed = field.printedNames?.caption.map(AutofillRequest.init)
            if let printed, !printed.names.isEmpty { return printed }
            return AutofillRequest(field.label)
        }
        // "Petitioner" can be a question for boxes, with a line for "other".
        let boxes = Set(
            fields.filter { $0.type == .checkbox }.flatMap { [$0.group?.label, $0.printedNames?.question] }
                .compactMap(\.self).map(LabelText.normalised))
        for index in requests.indices where boxes.contains(LabelText.normalised(fields[index].label)) {
            requests[index] = .nothing
        }
        // A row for other names has boxes for first and last name, too.
        let labels = Set(fields.map { LabelText.normalised($0.label) })
        for index in requests.indices {
            guard let row = fields[index].printedNames?.row, KeyWords.of(row).count <= rowLength,
                !labels.contains(LabelText.normalised(row)), AutofillRequest(row) == .aside
            else { continue }
            requests[index] = .nothing
        }
        let people = requests.indices.filter { requests[$0] != .nothing }
        for (this, next) in zip(people, people.dropFirst()) where requests[this].names == [.name] {
            if requests[next].names.first == .givenName, !requests[next].names.contains(.familyName),
                fields[this].page == fields[next].page
            {
                requests[this] = .asks([.familyName], isInitial: false)
            }
        }
        return requests
    }

    /// Maximum number of words of a row name.
    private static let rowLength = 8

    // MARK: People

    private static func role(of text: String?, isHeading: Bool = false) -> PersonWords.Role? {
        guard let text, !text.isEmpty else { return nil }
        let (outside, inside) = AutofillRequest.divided(text)
        let words = KeyWords.of(outside)
        // The end of a long heading is no longer about the fields below it.
        let read = isHeading ? Array(words.prefix(headingLength)) : words
        return PersonWords.role(of: read, isHeading: isHeading)
            ?? PersonWords.role(of: KeyWords.of(inside), isHeading: true)
    }

    /// Maximum number of words of a heading to consider.
    private static let headingLength = 16

    /// Returns the role in the row, column and question of a field.
    ///
    /// Texts that are captions of other fields are ignored.
    private func place(of field: Field) -> PersonWords.Role? {
        let texts = [
            field.printedNames?.row, field.printedNames?.column, field.printedNames?.question, field.group?.label,
        ]
        let roles = texts.compactMap(\.self).filter { text in
            let text = LabelText.normalised(text)
            return !captions.contains { $0.contains(text) || text.contains($0) }
        }
        .compactMap { Self.role(of: $0, isHeading: AutofillRequest($0) == .nothing) }
        return roles.first { $0 == .other || $0 == .household } ?? roles.first
    }

    /// Assigns the role of a column to the fields below its first one.
    ///
    /// The column head is printed above that field only.
    private mutating func inheritColumns() {
        for index in fields.indices where places[index] == nil {
            let region = fields[index].region
            let above = fields.indices.prefix(index).last {
                fields[$0].page == fields[index].page && abs(fields[$0].region.left - region.left) < 4
                    && abs(fields[$0].region.width - region.width) < 6 && fields[$0].region.top < region.top
                    && region.top - fields[$0].region.top < Self.rowStep
            }
            guard let above, labels[index] == nil else { continue }
            places[index] = places[above]
        }
    }

    /// Maximum distance in points between two rows of a column.
    private static let rowStep = 45.0

    /// Returns the form's word for the person who fills it in.
    ///
    /// "You" and "applicant" are excluded.
    ///
    /// It is the word for the first person asked for a name.
    private func calledPrincipal() -> String? {
        let named = fields.indices.filter { requests[$0].names.contains(where: \.isOfName) }
        let roles = named.map { labels[$0] ?? places[$0] ?? headings[$0] }
        guard !roles.contains(.you),
            case .principal(let word)? = roles.first(where: { $0 != .other && $0 != .household })
        else { return nil }
        return Self.stem(word)
    }

    private static func stem(_ word: String) -> String { word.hasSuffix("s") ? String(word.dropLast()) : word }

    /// Returns whether a role is the person who fills in the form, or nil.
    private func isOwn(_ role: PersonWords.Role?) -> Bool? {
        switch role {
        case nil: nil
        case .you: true
        case .principal(let word): principal.map { $0 == Self.stem(word) } ?? false
        case .household, .other, .mixed: false
        }
    }

    // MARK: Order

    /// A run of consecutive fields about one person.
    private struct Block {
        var isOwn: Bool
        var isHousehold = false
        /// Whether the person was already asked for earlier.
        var isResumed = false
        var asked: Set<AutofillName> = []
        var last: Field
    }

    private mutating func collect() {
        var block: Block?
        var known: Set<AutofillName> = []
        var seen: Set<String> = []
        for (index, field) in fields.enumerated() where requests[index] != .nothing && requests[index] != .aside {
            let names = requests[index].names
            let isNew = field.section.map { seen.insert($0).inserted } ?? false
            let said = isOwn(labels[index]) ?? isOwn(places[index])
            let isOfName = names.contains(where: \.isOfName)
            // Once the name is known, "Applicant" is about something else.
            if requests[index] == .person, known.contains(where: \.isOfName) { continue }
            if requests[index] == .foreign {
                block = Block(isOwn: false, isHousehold: labels[index] == .household, last: field)
                continue
            }
            // A heading that says only "Plaintiff" does not count as asking for the name.
            let asking = requests[index] == .person ? [] : Self.parts(names)
            if let said {
                let isHousehold = [labels[index], places[index]].contains(.household)
                let isRepeated = isOfName && !(block?.asked.isDisjoint(with: asking) ?? true)
                if block?.isOwn != said || block?.isHousehold != isHousehold || isRepeated {
                    block = Block(
                        isOwn: said, isHousehold: isHousehold, isResumed: said && !known.isEmpty, last: field)
                }
            } else if isNew, let heading = isOwn(headings[index]) {
                // "Report property that you own" is about you, but the address below it is that of the property.
                block = Block(isOwn: heading && known.isDisjoint(with: asking), isResumed: !known.isEmpty, last: field)
            } else if let current = block {
                let isRepeated = !(current.isOwn ? known : current.asked).isDisjoint(with: asking)
                if isRepeated, !isContinued(index, current) {
                    if current.isOwn, asked.last.map({ isHeading($0, of: field, names) }) ?? false {
                        asked.removeLast()
                    } else if asking.isSubset(of: Self.endings) {
                        // The end of an address on its own is not about anybody else.
                        continue
                    } else if current.isOwn || isOfName {
                        block = Block(isOwn: false, last: field)
                    }
                } else if current.isHousehold, known.contains(where: \.isOfName), names.allSatisfy(\.isOfContact),
                    known.isDisjoint(with: asking), !isInRow(field, current.last)
                {
                    // A couple has one address, which is asked for below both names.
                    block = Block(isOwn: true, last: field)
                }
            } else if isOfName {
                // The first person without a role is the one who fills in the form, unless the page identifies that
                // person elsewhere.
                let isSaid = fields.indices.contains {
                    fields[$0].page == field.page && requests[$0].names.contains(where: \.isOfName)
                        && (isOwn(labels[$0]) ?? isOwn(places[$0]) ?? false)
                }
                block = Block(isOwn: isOwn(headings[index]) ?? !isSaid, last: field)
            } else {
                continue
            }
            let isList = said == nil && isOfName && isInList(index)
            block?.asked.formUnion(asking)
            block?.last = field
            guard block?.isOwn == true, !isList else { continue }
            known.formUnion(asking)
            var isInitial = false
            if case .asks(_, let asksInitial) = requests[index] { isInitial = asksInitial }
            asked.append(Asked(field: field, names: names, isInitial: isInitial))
        }
    }

    /// Returns the names split into parts.
    ///
    /// This makes "Name" and "First name" the same question.
    private static func parts(_ names: [AutofillName]) -> Set<AutofillName> {
        Set(
            names.flatMap { name -> [AutofillName] in
                switch name {
                case .name: [.givenName, .familyName]
                case .bdayYear, .bdayMonth, .bdayDay: [.bday]
                case .country: [.countryName]
                default: [name]
                }
            })
    }

    /// Returns whether a repeated question is about the same person.
    ///
    /// It may be another part of the blank, another telephone, or the next of several addresses.
    private func isContinued(_ index: Int, _ block: Block) -> Bool {
        let (field, last) = (fields[index], block.last)
        let names = requests[index].names
        if field.label == last.label, field.page == last.page, field.region.top - last.region.top < Self.rowStep {
            return true
        }
        guard block.isOwn, !block.isResumed else { return false }
        let words = KeyWords.of(field.label)
        if names == [.tel] { return words.contains(where: Self.telephoneKinds.contains) }
        if names.contains(.streetAddress) { return words.contains(where: Self.addressKinds.contains) }
        // City, state and postal code after the second address.
        guard names.allSatisfy(\.isOfAddress), let street = asked.last(where: { $0.names.contains(.streetAddress) })
        else { return false }
        return isRest(of: street, names)
    }

    /// Returns whether names complete the address that begins with a field, without repetition.
    private func isRest(of street: Asked, _ names: [AutofillName]) -> Bool {
        guard let start = asked.lastIndex(where: { $0.field.id == street.field.id }) else { return false }
        return Set(asked[start...].flatMap(\.names)).isDisjoint(with: names)
    }

    /// Returns whether a field is the first part of an address after a mistaken caption.
    private func isHeading(_ before: Asked, of field: Field, _ names: [AutofillName]) -> Bool {
        before.names.count > 1 && before.names.allSatisfy(\.isOfAddress) && names == [.streetAddress]
            && before.field.page == field.page && abs(before.field.region.top - field.region.top) < 1.5 * Self.rowStep
    }

    private func isInRow(_ field: Field, _ other: Field) -> Bool {
        field.page == other.page && abs(field.region.midY - other.region.midY) <= 4
    }

    /// The last parts of an address.
    private static let endings: Set<AutofillName> = [.addressLevel2, .addressLevel1, .postalCode, .countryName]
    /// Words that distinguish a person's second telephone number or address from the first.
    private static let telephoneKinds: Set = [
        "home", "cell", "cellphone", "mobile", "work", "business", "day", "daytime", "evening", "night", "alternate",
        "handy", "privat", "mobiltelefon", "movil", "portable", "fijo", "fixe",
    ]
    private static let addressKinds: Set = ["home", "mailing", "residential", "permanent", "physical", "postal"]

    /// Returns whether a field is a row of a list of people.
    private func isInList(_ index: Int) -> Bool {
        let field = fields[index]
        let others = fields.filter { other in
            let step = abs(other.region.top - field.region.top)
            return other.id != field.id && other.page == field.page && other.label == field.label
                && abs(other.region.left - field.region.left) < 4 && step > 4 && step < 2 * Self.rowStep
                && ValueLines.lines([field, other], of: fields) == nil
        }
        // Two are a couple.
        return others.count > 1
    }
}
