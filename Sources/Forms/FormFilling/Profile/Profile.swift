import FormImport

import Files
public import FailureModel
import FormModel
public import Foundation

/// Information about one person, to fill forms with.
///
/// It is written as a YAML or JSON object with names of the WHATWG's autofill fields as keys.
///
/// ```yaml
/// given-name: Ada
/// family-name: Byron
/// bday: 1815-12-10
/// street-address: 12 St James's Square
/// ```
public struct Profile: Sendable, Hashable, Codable {
    /// The values by name.
    public var values: [AutofillName: String]

    /// Creates a profile.
    public init(_ values: [AutofillName: String]) { self.values = values }

    /// Reads a profile.
    ///
    /// - Throws: as `init(data:name:)`, or an error of reading a file.
    public init(contentsOf url: URL) throws(Failure) {
        try self.init(
            data: try InputFile.read(url, limit: ValuesFile.sizeLimit), name: url.lastPathComponent)
    }

    /// Parses a profile; `name` is used in messages.
    ///
    /// - Throws: `malformed_values` for an unknown name, with the nearest ones, and the errors of a values file.
    public init(data: Data, name: String) throws(Failure) {
        let file = try ValuesFile(data: data, name: name, folder: nil)
        guard file.profile == nil else {
            throw Self.unknown(ValuesFile.profileKey, key: ValuesFile.profileKey)
        }
        try self.init(file.entries)
    }

    /// Creates a profile from values keyed by autofill names.
    ///
    /// - Throws: `malformed_values` for an unknown name, with the nearest ones.
    package init(_ entries: [ValueEntry]) throws(Failure) {
        values = [:]
        var failures: [Failure] = []
        for entry in entries {
            let key = entry.key.trimmingCharacters(in: .whitespaces).lowercased()
            guard let field = AutofillName(rawValue: key) else {
                failures.append(Self.unknown(entry.key, key: key))
                continue
            }
            switch entry.value {
            case .none: continue
            case .text(let text), .number(let text):
                let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
                if !text.isEmpty { values[field] = text }
            default:
                failures.append(
                    Failure(.malformedValues, "The value of \(field.rawValue.quoted) in a profile must be text."))
            }
        }
        if let failure = Failure(all: failures) { throw failure }
    }

    private static func unknown(_ given: String, key: String) -> Failure {
        if let reason = refusal(of: key) {
            return Failure(.malformedValues, "A profile cannot have \(given.quoted): \(reason).")
        }
        let nearest = AutofillName.allCases.map(\.rawValue)
            .map { ($0, LabelText.similarity(LabelText.normalised($0), LabelText.normalised(key))) }
            .sorted { $0.1 > $1.1 }.prefix(3).map(\.0.quoted)
        return Failure(
            .malformedValues,
            "A profile cannot have \(given.quoted), which is not an autofill name; the nearest are \(nearest.joined(separator: ", "))."
        )
    }

    /// Returns the reason why one of the WHATWG's names is not supported in profiles.
    private static func refusal(of key: String) -> String? {
        if key.hasPrefix("cc-") { return "numbers and data of payment cards are not kept in profiles" }
        switch key {
        case "new-password", "current-password", "one-time-code", "username", "webauthn":
            return "it is for logging in, which forms on paper do not ask for"
        case "transaction-currency", "transaction-amount": return "it belongs to one payment, not to a person"
        case "photo", "impp": return "forms are not filled with it"
        default: return nil
        }
    }
}

// MARK: Values

extension Profile {
    /// Returns the texts for a name, preferred one first; empty if the profile has none.
    func texts(for name: AutofillName) -> [String] {
        switch name {
        case .name: return [fullName].compactMap(\.self)
        case .givenName, .additionalName, .familyName: return [values[name] ?? partsOfName[name]].compactMap(\.self)
        case .bday: return [birthday].compactMap(\.self)
        case .bdayYear, .bdayMonth, .bdayDay: return [values[name] ?? partOfBirthday(name)].compactMap(\.self)
        case .tel:
            let national = values[.telNational] ?? [values[.telAreaCode], local].joined(separator: "-")
            let whole = values[.tel] ?? [values[.telCountryCode], national].joined(separator: " ")
            return [national, whole].compactMap(\.self)
        case .country, .countryName:
            let code = values[.country]
            let spelt = code.flatMap { Locale(identifier: "en").localizedString(forRegionCode: $0) }
            return [values[.countryName] ?? spelt, code].compactMap(\.self)
        case .streetAddress, .addressLine1, .addressLine2, .addressLine3:
            let lines = addressLines
            switch name {
            case .streetAddress: return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
            case .addressLine1: return Array(lines.prefix(1))
            case .addressLine2: return Array(lines.dropFirst().prefix(1))
            default: return Array(lines.dropFirst(2).prefix(1))
            }
        default: return [values[name]].compactMap(\.self)
        }
    }

    /// The lines of the address above the city.
    private var addressLines: [String] {
        if let address = values[.streetAddress] {
            return address.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return [values[.addressLine1], values[.addressLine2], values[.addressLine3]].compactMap(\.self)
    }

    private var local: String? {
        values[.telLocal] ?? [values[.telLocalPrefix], values[.telLocalSuffix]].joined(separator: "-")
    }

    private var fullName: String? {
        if let name = values[.name] { return name }
        guard values[.givenName] != nil || values[.familyName] != nil else { return nil }
        return [values[.givenName], values[.additionalName], values[.familyName], values[.honorificSuffix]]
            .joined(separator: " ")
    }

    /// The parts of a name given as a whole.
    ///
    /// Such a name is "Ada Maria Byron" or "Byron, Ada Maria".
    private var partsOfName: [AutofillName: String] {
        guard let name = values[.name], values[.givenName] == nil, values[.familyName] == nil else { return [:] }
        let halves = name.split(separator: ",", maxSplits: 1).map { $0.split(separator: " ").map(String.init) }
        var given = halves.count == 2 ? halves[1] : halves.first ?? []
        let family = halves.count == 2 ? halves[0].joined(separator: " ") : given.count > 1 ? given.removeLast() : nil
        var parts: [AutofillName: String] = [:]
        parts[.familyName] = family
        parts[.givenName] = given.first
        if given.count > 1 { parts[.additionalName] = given.dropFirst().joined(separator: " ") }
        return parts
    }

    private var birthday: String? {
        if let day = values[.bday] { return day }
        guard let year = values[.bdayYear], let month = values[.bdayMonth].flatMap({ Int($0) }),
            let day = values[.bdayDay].flatMap({ Int($0) })
        else { return nil }
        return String(format: "%@-%02d-%02d", year, month, day)
    }

    private func partOfBirthday(_ name: AutofillName) -> String? {
        guard let day = values[.bday], DateStyle.isDate(day) else { return nil }
        let parts = day.split(separator: "-").map(String.init)
        return name == .bdayYear ? parts[0] : name == .bdayMonth ? parts[1] : parts[2]
    }
}

extension [String?] {
    /// Joins the texts that are not nil, or returns nil.
    func joined(separator: String) -> String? {
        let present = compactMap(\.self)
        return present.isEmpty ? nil : present.joined(separator: separator)
    }
}
