import FailureModel
import Foundation
import Values

/// The keys of a portfolio request, checked together; a decoder stops at the first.
///
/// Unknown keys are ignored, because clients may send more than the service needs. If required keys are missing,
/// unknown ones are reported as well, since one may be a misspelling.
package struct RequestKeys: Sendable {
    /// The required keys of the request.
    private static let required = ["user_id", "title", "subtitle", "category", "inputs"]
    private static let requiredOfInput = ["type"]
    /// The maximum number of reported errors.
    private static let most = 100

    private let known: Set<String>
    private let knownOfInput: Set<String>

    /// Creates the keys of the app's request.
    ///
    /// - Parameters:
    ///   - more: Additional known keys.
    ///   - moreOfInput: Additional known keys of an input.
    package init(more: [String] = [], moreOfInput: [String] = []) {
        known = Set(Self.required + more)
        knownOfInput = Set(
            Self.requiredOfInput + ["url", "file_path", "text", "title", "description"] + moreOfInput)
    }

    /// Returns the failures of missing keys, and of unknown ones beside them.
    ///
    /// A body that is not a request has no failures.
    func failures(in body: Data) -> [Failure] {
        guard let found = try? JSONDecoder().decode(FoundKeys.self, from: body) else { return [] }
        var failures = Self.failures(found.keys, "", Self.required, known)
        for (index, keys) in found.inputs.enumerated() where failures.count < Self.most {
            guard let keys else { continue }
            failures += Self.failures(keys, "inputs[\(index)].", Self.requiredOfInput, knownOfInput)
        }
        return Array(failures.prefix(Self.most))
    }

    private static func failures(
        _ keys: Set<String>, _ place: String, _ required: [String], _ known: Set<String>
    ) -> [Failure] {
        let missing = required.filter { !keys.contains($0) }.map { key in
            Failure(.malformedPortfolio, "A key is missing: \(place)\(key).", at: .field(place + key))
        }
        if missing.isEmpty { return [] }
        let unknown = keys.subtracting(known).sorted().prefix(most).map { key in
            let name = place + key.asLine.shortened(to: PortfolioLimits.title)
            let nearest = NearestName.nearest(to: key, in: known).map { "; the nearest is \($0)" } ?? ""
            return Failure(.malformedPortfolio, "There is no key \(name)\(nearest).", at: .field(name))
        }
        return missing + unknown
    }
}

/// The keys of a JSON object and of the objects in its `inputs` array.
private struct FoundKeys: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }

    /// Any value.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    let keys: Set<String>
    /// The keys of each input; `nil` for a value that is not an object.
    private(set) var inputs: [Set<String>?] = []

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        keys = Set(container.allKeys.map(\.stringValue))
        guard var list = try? container.nestedUnkeyedContainer(forKey: Key(stringValue: "inputs")) else { return }
        while !list.isAtEnd, inputs.count < PortfolioLimits.inputs {
            if let input = try? list.nestedContainer(keyedBy: Key.self) {
                inputs.append(Set(input.allKeys.map(\.stringValue)))
            } else {
                _ = try list.decode(Anything.self)
                inputs.append(nil)
            }
        }
    }
}
