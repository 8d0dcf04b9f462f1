import Expat
import Foundation

/// An element of an XML answer, read within limits.
struct S3Answer {
    private(set) var name: String
    private(set) var text = ""
    private(set) var children: [S3Answer] = []

    private static let deepest = 8
    private static let mostElements = 20_000
    private static let longestText = 4096

    /// Returns the first child with a name.
    subscript(_ name: String) -> S3Answer? { children.first { $0.name == name } }

    /// Reads an answer; `nil` if it is not XML, or exceeds a limit.
    init?(_ document: Data) {
        var open: [S3Answer] = []
        var root: S3Answer?
        var count = 0
        var isAcceptable = true
        do {
            try XMLEvents.read([UInt8](document)) { event in
                switch event {
                case .start(let name, _):
                    count += 1
                    isAcceptable = count <= Self.mostElements && open.count < Self.deepest
                    open.append(S3Answer(name: name))
                case .text(let text):
                    guard let last = open.indices.last else { break }
                    open[last].text += text
                    isAcceptable = open[last].text.utf8.count <= Self.longestText
                case .end:
                    guard let closed = open.popLast() else { break }
                    if let last = open.indices.last {
                        open[last].children.append(closed)
                    } else {
                        root = closed
                    }
                }
                return isAcceptable
            }
        } catch {
            return nil
        }
        guard isAcceptable, let root else { return nil }
        self = root
    }

    private init(name: String) { self.name = name }

    /// Returns the code of an error; `nil` for another answer.
    ///
    /// It has at most 64 letters. The beginning of a long document is enough.
    static func errorCode(in document: Data) -> String? {
        let text = String(decoding: document.prefix(4096), as: UTF8.self)
        let element = S3Answer(document)
        let code =
            element.flatMap { $0.name == "Error" ? $0["Code"]?.text : nil }
            ?? text.range(of: "<Code>").flatMap { start in
                text.range(of: "</Code>", range: start.upperBound..<text.endIndex).map {
                    String(text[start.upperBound..<$0.lowerBound])
                }
            }
        guard let code, !code.isEmpty, code.utf8.count <= 64,
            code.utf8.allSatisfy({ (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0) })
        else { return nil }
        return code
    }
}
