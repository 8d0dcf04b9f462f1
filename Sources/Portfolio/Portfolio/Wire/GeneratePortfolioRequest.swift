package import FailureModel
package import Foundation

/// A request for a portfolio.
package struct GeneratePortfolioRequest: Hashable, Sendable, Codable {
    package var userID: String
    package var title: String
    package var subtitle: String
    package var category: String
    package var inputs: [ContentInput]

    private enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case title, subtitle, category, inputs
    }

    /// Creates a request.
    package init(userID: String, title: String, subtitle: String, category: String, inputs: [ContentInput]) {
        self.userID = userID
        self.title = title
        self.subtitle = subtitle
        self.category = category
        self.inputs = inputs
    }

    /// Decodes a request and checks its limits.
    ///
    /// A malformed address fails only its own input; see ``manifest(language:date:uploads:)``.
    ///
    /// - Parameters:
    ///   - body: The request in JSON.
    ///   - keys: The known keys.
    /// - Returns: The request.
    /// - Throws: `malformed_portfolio`, `too_many_inputs` or `text_too_long`, with all errors.
    package static func decode(
        _ body: Data, keys: RequestKeys = RequestKeys()
    ) throws(Failure) -> GeneratePortfolioRequest {
        var failures = keys.failures(in: body)
        let request: GeneratePortfolioRequest
        do {
            request = try JSONDecoder().decode(GeneratePortfolioRequest.self, from: body)
        } catch DecodingError.keyNotFound(let key, let context) where !failures.isEmpty {
            // The failures already include all missing keys.
            throw Failure(all: failures) ?? Failure(decoding: .keyNotFound(key, context))
        } catch let error as DecodingError {
            failures.append(Failure(decoding: error))
            throw Failure(all: failures) ?? Failure(decoding: error)
        } catch {
            throw Failure(.malformedPortfolio, "The request is not JSON.")
        }
        do throws(Failure) { try request.check() } catch { failures += error.all }
        if let failure = Failure(all: failures) { throw failure }
        return request
    }

    private func check() throws(Failure) {
        try PortfolioLimits.check(inputs: inputs.count)
        var failures = [
            PortfolioLimits.failure(of: title, "title", limit: PortfolioLimits.title),
            PortfolioLimits.failure(of: subtitle, "subtitle", limit: PortfolioLimits.subtitle),
            PortfolioLimits.failure(of: category, "category", limit: PortfolioLimits.title),
            PortfolioLimits.failure(of: userID, "user_id", limit: PortfolioLimits.subtitle),
        ].compactMap(\.self)
        for (index, input) in inputs.enumerated() { failures += input.failures(at: "inputs[\(index)]") }
        if let failure = Failure(all: failures) { throw failure }
    }
}

/// An input of a request: an address, an upload or a text.
package struct ContentInput: Hashable, Sendable, Codable {
    package enum InputType: String, Hashable, Sendable, Codable { case url, file, text }

    package var type: InputType
    package var url: String?
    /// The path returned by the upload.
    package var filePath: String?
    package var text: String?
    package var title: String?
    package var description: String?

    private enum CodingKeys: String, CodingKey {
        case type, url
        case filePath = "file_path"
        case text, title, description
    }

    /// Creates an input.
    package init(
        type: InputType, url: String? = nil, filePath: String? = nil, text: String? = nil, title: String? = nil,
        description: String? = nil
    ) {
        self.type = type
        self.url = url
        self.filePath = filePath
        self.text = text
        self.title = title
        self.description = description
    }

    /// Returns the errors of the input, except for those of its address.
    fileprivate func failures(at place: String) -> [Failure] {
        let (key, value) =
            switch type {
            case .url: ("url", url)
            case .file: ("file_path", filePath)
            case .text: ("text", text)
            }
        var failures: [Failure] = []
        if value == nil {
            failures.append(
                Failure(
                    .malformedPortfolio, "An input of type \(type.rawValue) has no \(key).",
                    at: .field("\(place).\(key)")))
        }
        failures += [
            PortfolioLimits.failure(of: url, "\(place).url", limit: PortfolioLimits.url),
            PortfolioLimits.failure(of: filePath, "\(place).file_path", limit: PortfolioLimits.url),
            PortfolioLimits.failure(of: text, "\(place).text", limit: PortfolioLimits.text),
            PortfolioLimits.failure(of: title, "\(place).title", limit: PortfolioLimits.title),
            PortfolioLimits.failure(of: description, "\(place).description", limit: PortfolioLimits.caption),
        ].compactMap(\.self)
        return failures
    }
}

extension Failure {
    /// Creates the failure of malformed JSON with the offending key.
    fileprivate init(decoding error: DecodingError) {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            var result = ""
            for part in context.codingPath + (key.map { [$0] } ?? []) {
                if let index = part.intValue {
                    result += "[\(index)]"
                } else {
                    result += (result.isEmpty ? "" : ".") + part.stringValue
                }
            }
            return result
        }
        let (message, place): (String, String) =
            switch error {
            case .keyNotFound(let key, let context): ("A key is missing", path(context, key))
            case .typeMismatch(_, let context): ("A value has the wrong type", path(context))
            case .valueNotFound(_, let context): ("A value is missing", path(context))
            case .dataCorrupted(let context):
                (context.codingPath.isEmpty ? "The request is not JSON" : "A value is not a known one", path(context))
            @unknown default: ("The request cannot be read", "")
            }
        self.init(
            .malformedPortfolio, place.isEmpty ? "\(message)." : "\(message): \(place).",
            at: place.isEmpty ? nil : .field(place))
    }
}
