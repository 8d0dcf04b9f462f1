import Values

/// Decodes blocks from JSON values, and reports or throws their mistakes.
///
/// Recursion is limited to nested blocks, and therefore bounded by the maximum nesting of JSON.
struct BlockDecoder {
    private let mode: PortableTextReader.Mode
    private let vocabulary: PortableTextVocabulary
    private let limits: PortableTextLimits
    /// The problems, in lenient mode.
    private(set) var problems: [PortableTextError] = []

    /// The position of a block, for problems.
    private struct Place {
        var path: [Int]
        var key: String?
        /// The number of enclosing blocks.
        var depth: Int
    }

    init(mode: PortableTextReader.Mode, vocabulary: PortableTextVocabulary, limits: PortableTextLimits) {
        self.mode = mode
        self.vocabulary = vocabulary
        self.limits = limits
    }

    /// Decodes the blocks of a document.
    mutating func blocks(_ values: [JSONValue]) throws(PortableTextError) -> [PortableTextBlock] {
        try blocks(values, in: Place(path: [], key: nil, depth: -1))
    }

    private mutating func blocks(
        _ values: [JSONValue], in container: Place
    ) throws(PortableTextError) -> [PortableTextBlock] {
        var blocks: [PortableTextBlock] = []
        blocks.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            let place = Place(path: container.path + [index], key: nil, depth: container.depth + 1)
            if let block = try block(value, at: place) { blocks.append(block) }
        }
        return blocks
    }

    /// Throws a problem in strict mode, or records it in lenient mode.
    private mutating func report(
        _ reason: PortableTextError.Reason, _ message: @autoclosure () -> String, at place: Place
    ) throws(PortableTextError) {
        let problem = PortableTextError(reason, message(), key: place.key, indexPath: place.path)
        guard mode == .lenient else { throw problem }
        if problems.count < limits.problems {
            problems.append(problem)
        } else if problems.count == limits.problems {
            problems.append(PortableTextError(reason, "There are more errors, which are not listed."))
        }
    }

    // MARK: Blocks

    private mutating func block(_ value: JSONValue, at position: Place) throws(PortableTextError) -> PortableTextBlock?
    {
        guard case .object(let object) = value else {
            try report(.malformedStructure, "A block must be an object.", at: position)
            return nil
        }
        var place = position
        place.key = try text("_key", of: object, at: place)
        let key = place.key ?? "block-" + place.path.map(String.init).joined(separator: "-")
        guard let type = try type(of: object, at: place) else { return nil }
        let isText = type == PortableTextBlock.textType || isTextual(object) && !vocabulary.objects.contains(type)
        // Objects such as pictures are part of the surrounding text.
        if mode == .strict, place.depth > 1, isText || type == ObjectType.table {
            try report(
                .nestedContentTooDeep, "A block within a block must not contain further blocks.", at: place)
        }
        return isText
            ? try textBlock(object, type: type, key: key, at: place)
            : try self.object(object, type: type, key: key, at: place)
    }

    /// Returns the type.
    ///
    /// In lenient mode, a block with children but no type is a text block.
    private mutating func type(of object: JSONObject, at place: Place) throws(PortableTextError) -> String? {
        if let type = try text("_type", of: object, at: place), !type.isEmpty { return type }
        try report(.missingRequiredField, "The block has no \"_type\".", at: place)
        return isTextual(object) ? PortableTextBlock.textType : nil
    }

    /// Returns whether an object has the form of text, regardless of its type.
    private func isTextual(_ object: JSONObject) -> Bool {
        object["children"]?.list?.allSatisfy { $0.object?["_type"]?.text != nil } ?? false
    }

    private mutating func textBlock(
        _ object: JSONObject, type: String, key: String, at place: Place
    ) throws(PortableTextError) -> PortableTextBlock {
        if type != PortableTextBlock.textType {
            try report(.unsupportedBlockType, "Nothing renders blocks of type \(type.quoted).", at: place)
        }
        var block = PortableTextBlock(type: type, key: key, children: [])
        if let style = try text("style", of: object, at: place) {
            if vocabulary.styles?.contains(style) == false {
                try report(
                    .unsupportedBlockType,
                    "Nothing renders the style \(style.quoted); define it in a style sheet under styles.", at: place)
            }
            block.style = style
        }
        block.listItem = try text("listItem", of: object, at: place)
        if let list = block.listItem, !vocabulary.lists.contains(list) {
            try report(
                .unsupportedBlockType, "Nothing renders lists of style \(list.quoted); lists are bullet or number.",
                at: place)
        }
        block.level = try level(of: object, at: place)
        block.markDefs = try markDefinitions(of: object, at: place)
        if let children = try list("children", of: object, at: place) {
            block.children = try self.children(children, markDefs: block.markDefs, key: key, at: place)
        } else if object["children"] == nil || object["children"] == .null {
            try report(.missingRequiredField, "The block has no \"children\".", at: place)
        }
        block.fields = object.without(["_type", "_key", "style", "listItem", "level", "markDefs", "children"])
        return block
    }

    private mutating func level(of object: JSONObject, at place: Place) throws(PortableTextError) -> Int {
        guard let value = object["level"], value != .null else { return 1 }
        guard let level = value.integer, level >= 1 else {
            try report(.malformedStructure, "\"level\" must be a whole number from 1.", at: place)
            return 1
        }
        let maximum = limits.listLevel
        guard level <= maximum else {
            try report(.malformedStructure, "\"level\" is larger than \(maximum).", at: place)
            return maximum
        }
        return level
    }

    private mutating func markDefinitions(
        of object: JSONObject, at place: Place
    ) throws(PortableTextError) -> [PortableTextMarkDefinition] {
        var definitions: [PortableTextMarkDefinition] = []
        for value in try list("markDefs", of: object, at: place) ?? [] {
            guard case .object(let definition) = value else {
                try report(.malformedStructure, "An annotation must be an object.", at: place)
                continue
            }
            guard let key = try text("_key", of: definition, at: place) else {
                try report(.missingRequiredField, "An annotation has no \"_key\".", at: place)
                continue
            }
            guard let type = try text("_type", of: definition, at: place) else {
                try report(.missingRequiredField, "An annotation has no \"_type\".", at: place)
                continue
            }
            definitions.append(
                PortableTextMarkDefinition(
                    type: type, key: key,
                    note: type == PortableTextMarkDefinition.footnoteType ? try note(definition, at: place) : nil,
                    fields: definition.without(["_type", "_key"])))
        }
        return definitions
    }

    // MARK: Children

    private mutating func children(
        _ values: [JSONValue], markDefs: [PortableTextMarkDefinition], key: String, at place: Place
    ) throws(PortableTextError) -> [PortableTextChild] {
        let types = Dictionary(markDefs.map { ($0.key, $0.type) }) { first, _ in first }
        var reported: Set<String> = []
        var children: [PortableTextChild] = []
        children.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            var position = place
            guard case .object(let object) = value else {
                position.path.append(index)
                try report(.malformedStructure, "A child of a block must be an object.", at: position)
                continue
            }
            let type = object["_type"]?.text
            guard type == PortableTextSpan.type || type == nil && object["text"]?.text != nil else {
                position.path.append(index)
                position.depth += 1
                if let block = try block(value, at: position) { children.append(.block(block)) }
                continue
            }
            // Appended only for problems, since most documents have many spans and no problems.
            guard let span = try span(object, index: index, of: key, at: place) else { continue }
            for mark in span.marks where !isKnown(mark, types) && reported.insert(mark).inserted {
                position.path.append(index)
                let what =
                    types[mark].map { "annotations of type \($0.quoted)" }
                    ?? "the mark \(mark.quoted), which is not in markDefs either"
                try report(.unsupportedMarkType, "Nothing renders \(what).", at: position)
                position.path.removeLast()
            }
            children.append(.span(span))
        }
        return children
    }

    private func isKnown(_ mark: String, _ types: [String: String]) -> Bool {
        types[mark].map(vocabulary.annotations.contains) ?? vocabulary.decorators.contains(mark)
    }

    private mutating func span(
        _ object: JSONObject, index: Int, of key: String, at place: Place
    ) throws(PortableTextError) -> PortableTextSpan? {
        var span = PortableTextSpan(key: "", text: "")
        var hasText = false
        var marks: JSONValue = .null
        for member in object.members {
            switch (member.key, member.value) {
            case ("_key", .text(let text)): span.key = text
            case ("_type", .text): break
            case ("text", .text(let text)):
                span.text = text
                hasText = true
            case ("marks", let value): marks = value
            default: span.fields.members.append(member)
            }
        }
        if span.key.isEmpty { span.key = "\(key)-\(index)" }
        var position: Place {
            Place(path: place.path + [index], key: place.key, depth: place.depth)
        }
        if object["_type"] == nil {
            try report(.missingRequiredField, "A span has no \"_type\".", at: position)
        }
        guard hasText else {
            let isMissing = object["text"] == nil
            try report(
                isMissing ? .missingRequiredField : .malformedStructure,
                isMissing ? "A span has no \"text\"." : "The \"text\" of a span must be text.", at: position)
            return nil
        }
        if span.text.hasMarks(inARow: limits.combiningMarks + 1) {
            let maximum = limits.combiningMarks
            try report(.malformedStructure, "A letter has more than \(maximum) combining marks.", at: position)
            span.text = span.text.limitingMarks(to: maximum)
        }
        switch marks {
        case .null: break
        case .list(let values):
            span.marks.reserveCapacity(values.count)
            for value in values {
                if case .text(let mark) = value {
                    span.marks.append(mark)
                } else {
                    try report(.malformedStructure, "The \"marks\" of a span must be texts.", at: position)
                }
            }
        default: try report(.malformedStructure, "The \"marks\" of a span must be a list.", at: position)
        }
        let maximum = limits.marks
        if span.marks.count > maximum {
            try report(.malformedStructure, "A span has more than \(maximum) marks.", at: position)
            span.marks.removeLast(span.marks.count - maximum)
        }
        return span
    }

    // MARK: Objects

    private mutating func object(
        _ object: JSONObject, type: String, key: String, at place: Place
    ) throws(PortableTextError) -> PortableTextBlock? {
        var block = PortableTextBlock(type: type, key: key, fields: object.without(["_type", "_key"]))
        guard vocabulary.objects.contains(type) else {
            try report(.unsupportedBlockType, "Nothing renders blocks of type \(type.quoted).", at: place)
            return block
        }
        switch type {
        case ObjectType.table: block.table = try table(object, at: place)
        case ObjectType.footnote: block.note = try note(object, at: place)
        case ObjectType.code:
            if try text("code", of: object, at: place) == nil {
                try report(.missingRequiredField, "The block has no \"code\".", at: place)
            }
        case ObjectType.image:
            if ImageContent(block) == nil {
                try report(.missingRequiredField, "The picture has no \"src\", \"url\" or \"asset\".", at: place)
            }
        case ObjectType.embed:
            if try text("url", of: object, at: place) == nil {
                try report(.missingRequiredField, "The embedded object has no \"url\".", at: place)
            }
        default: break
        }
        return block
    }

    /// Returns the text of a footnote.
    private mutating func note(_ object: JSONObject, at place: Place) throws(PortableTextError) -> [PortableTextBlock] {
        var content = place
        content.depth = 0
        for name in FootnoteContent.members {
            switch object[name] {
            case .text(let text): return try cell(.text(text), at: content).blocks
            case .list(let values) where values.allSatisfy { $0.object?["_type"]?.text == PortableTextSpan.type }:
                let block: JSONObject = [
                    "_type": .text(PortableTextBlock.textType), "children": .list(values),
                ]
                return try blocks([.object(block)], in: content)
            case .list(let values): return try blocks(values, in: content)
            case .object(let block): return try blocks([.object(block)], in: content)
            default: continue
            }
        }
        try report(.missingRequiredField, "A footnote has no \"\(FootnoteContent.members[0])\".", at: place)
        return []
    }

    private mutating func table(_ object: JSONObject, at place: Place) throws(PortableTextError) -> PortableTextTable {
        var table = PortableTextTable(rows: [])
        guard let rows = try list("rows", of: object, at: place) else {
            try report(.missingRequiredField, "The table has no \"rows\".", at: place)
            return table
        }
        table.headerRows = rows.count > 1 ? 1 : 0
        if let count = object["headerRows"] {
            if let number = count.integer, (0...rows.count).contains(number) {
                table.headerRows = number
            } else {
                try report(
                    .malformedStructure, "\"headerRows\" must be a whole number from 0 to the number of rows.",
                    at: place)
            }
        }
        for (index, row) in rows.enumerated() {
            var position = place
            position.path.append(index)
            guard let cells = row.object?["cells"]?.list else {
                try report(.missingRequiredField, "A row of the table has no list \"cells\".", at: position)
                continue
            }
            var decoded: [PortableTextTable.Cell] = []
            let maximum = limits.columns
            if cells.count > maximum {
                try report(.malformedStructure, "A table has more than \(maximum) columns.", at: position)
            }
            for (column, cell) in cells.prefix(maximum).enumerated() {
                var position = position
                position.path.append(column)
                decoded.append(try self.cell(cell, at: position))
            }
            table.rows.append(PortableTextTable.Row(cells: decoded))
        }
        return table
    }

    private mutating func cell(_ value: JSONValue, at place: Place) throws(PortableTextError) -> PortableTextTable.Cell
    {
        switch value {
        case .text(let text):
            let key = "cell-" + place.path.map(String.init).joined(separator: "-")
            let span = PortableTextSpan(key: "\(key)-0", text: text)
            return PortableTextTable.Cell(blocks: [PortableTextBlock(key: key, children: [.span(span)])])
        case .null: return PortableTextTable.Cell(blocks: [])
        case .list(let values): return PortableTextTable.Cell(blocks: try blocks(values, in: place))
        case .object(let object):
            for name in ["content", "blocks", "value"] {
                if let list = object[name]?.list { return PortableTextTable.Cell(blocks: try blocks(list, in: place)) }
            }
            if object["children"] == nil, let text = (object["text"] ?? object["value"])?.text {
                return try cell(.text(text), at: place)
            }
            return PortableTextTable.Cell(blocks: try blocks([value], in: place))
        case .number(let text): return try cell(.text(text), at: place)
        case .flag:
            try report(.malformedStructure, "A cell of a table must be text, a block or a list of blocks.", at: place)
            return PortableTextTable.Cell(blocks: [])
        }
    }

    // MARK: Members

    /// Returns text; nil if missing, null or malformed, which is reported.
    private mutating func text(
        _ name: String, of object: JSONObject, at place: Place
    ) throws(PortableTextError) -> String? {
        switch object[name] {
        case .text(let text): return text
        case nil, .null: return nil
        default:
            try report(.malformedStructure, "\"\(name)\" must be text.", at: place)
            return nil
        }
    }

    /// Returns a list; nil if missing, null or malformed, which is reported.
    private mutating func list(
        _ name: String, of object: JSONObject, at place: Place
    ) throws(PortableTextError) -> [JSONValue]? {
        switch object[name] {
        case .list(let list): return list
        case nil, .null: return nil
        default:
            try report(.malformedStructure, "\"\(name)\" must be a list.", at: place)
            return nil
        }
    }
}

extension JSONObject {
    fileprivate func without(_ names: Set<String>) -> JSONObject {
        JSONObject(members.filter { !names.contains($0.key) })
    }
}
