package import FailureModel
package import Foundation
import Pipeline
package import PortableText

/// A mapping of a dataset's own types in YAML.
///
/// ```yaml
/// types:
///   mainImage: {as: image, src: asset.url, alt: alt, caption: caption}
///   youtube: {as: embed, url: link, title: name}
///   snippet: {as: code, code: body, language: lang}
///   callout: {as: blockquote, text: message}     # a style of text blocks
///   aside: {as: footnote, text: body}
///   divider: {as: nothing}
/// marks:
///   highlight: strong                            # or nothing
///   reference: {footnote: body}
///   internalLink: {href: slug.current, prefix: "https://example.org/"}
/// ```
package enum TypesFile {
    /// The members of objects that renderers know.
    private static let members = [
        ObjectType.image: ["src", "alt", "caption"], ObjectType.embed: ["url", "title"],
        ObjectType.footnote: [PortableTextTypes.textMember],
        ObjectType.code: ["code", "language"], ObjectType.table: ["rows", "headerRows"],
    ]
    private static let nothing = "nothing"
    /// The maximum length of a name or path in bytes.
    private static let longest = 1_000

    /// Reads a mapping.
    ///
    /// - Parameters:
    ///   - data: the file, in UTF-8.
    ///   - name: the name of the file in messages.
    /// - Returns: the mapping.
    /// - Throws: `malformed_styles` with all mistakes and their lines; `input_too_large`.
    package static func read(_ data: Data, name: String) throws(Failure) -> PortableTextTypes {
        try YAMLFile.read(data, name: name, read)
    }

    private static func read(_ file: SettingsFile) -> PortableTextTypes {
        var types = PortableTextTypes()
        guard let keys = file.root?.mapping(known: ["types", "marks"]) else { return types }
        for (key, value) in keys["types"]?.entries() ?? [] {
            guard let name = key.text(longest: longest) else { continue }
            if ["block", "span"].contains(name) {
                key.report("“\(name)” is a type of Portable Text itself, and cannot be mapped.")
            } else if let target = target(value) {
                types.objects[name] = target
            }
        }
        for (key, value) in keys["marks"]?.entries() ?? [] {
            guard let name = key.text(longest: longest), let mark = mark(value) else { continue }
            types.marks[name] = mark
        }
        return types
    }

    private static func target(_ node: SettingsNode) -> PortableTextTypes.Target? {
        let all = Set(members.values.joined()).union([PortableTextTypes.textMember]).sorted()
        let keys = node.mapping(known: ["as"] + all)
        guard let kind = keys["as"] else {
            node.report("“\(node.path)” lacks “as”: what the type is rendered as.")
            return nil
        }
        guard let name = kind.text(longest: longest) else { return nil }
        let allowed = members[name] ?? (name == nothing ? [] : [PortableTextTypes.textMember])
        var paths: [String: [String]] = [:]
        for (member, value) in keys where member != "as" {
            guard allowed.contains(member) else {
                value.report("“\(member)” is no member of “\(name)”.")
                continue
            }
            paths[member] = value.text(longest: longest)?.split(separator: ".").map(String.init)
        }
        if members[name] != nil { return PortableTextTypes.Target(.object(type: name), members: paths) }
        if name == nothing { return PortableTextTypes.Target(.nothing) }
        return PortableTextTypes.Target(.text(style: name), members: paths)
    }

    private static func mark(_ node: SettingsNode) -> PortableTextTypes.Mark? {
        if node.isMapping {
            let keys = node.mapping(known: ["href", "prefix", "footnote"])
            if let note = keys["footnote"], let path = note.text(longest: longest) {
                return .footnote(path: path.split(separator: ".").map(String.init))
            }
            guard let path = keys["href"]?.text(longest: longest) else {
                node.report(
                    "“\(node.path)” lacks “href” or “footnote”: the path of the address or text in the annotation.")
                return nil
            }
            return .link(
                path: path.split(separator: ".").map(String.init),
                prefix: keys["prefix"]?.text(longest: longest) ?? "")
        }
        guard let name = node.text(longest: longest) else { return nil }
        if name == nothing { return .nothing }
        guard PortableTextVocabulary.standard.decorators.contains(name) else {
            let known = PortableTextVocabulary.standard.decorators.sorted().joined(separator: ", ")
            node.report("“\(node.path)” must be one of \(known), nothing, or a mapping with “href” or “footnote”.")
            return nil
        }
        return .decorator(name)
    }
}
