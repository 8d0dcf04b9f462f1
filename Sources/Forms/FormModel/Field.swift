public import Foundation

/// A place on a page where a value can be written.
///
/// In JSON the region's `x`, `y`, `width` and `height` are at the same level as the other keys, so that scoring tools
/// and web clients can read a list of fields without conversion.
public struct Field: Sendable, Hashable, Identifiable {
    /// Identifies the field.
    ///
    /// The ID is stable for equal document bytes and one version of the detector.
    public var id: UUID
    /// The full AcroForm name, or a generated name for fields without one.
    ///
    /// Fields on a form without widgets, and unnamed widgets, have names such as `p1f7`: the page (1-based) and the
    /// position in reading order.
    public var name: String
    /// The page (0-based).
    public var page: Int
    /// The area of the field in points from the top-left corner of the page.
    public var region: Region
    /// The kind of value that the field takes.
    public var type: FieldType
    /// The caption of the field as a person reads it.
    ///
    /// For a check box this is the text of its option, preceded by its question if the text alone would be ambiguous:
    /// "Are you married? Yes".
    public var label: String
    /// The share of correct fields at this score, from 0 to 1; 1 for widgets.
    public var confidence: Double
    /// The kind of mark on the page that indicated the field.
    public var evidence: Evidence
    /// The question that this field answers together with others, if any.
    public var group: FieldGroup?
    /// The printed heading of the field's section, such as "Part II", if any.
    public var section: String?
    /// The printed names of the field besides its label, if any.
    public var printedNames: PrintedNames?
    /// The value that this button represents in its group.
    ///
    /// This is the AcroForm's export value, or the text of the option itself if ``label`` is longer.
    public var option: String?
    /// The name of an AcroForm button's "on" state, if it differs from ``option``.
    public var state: String?
    /// The choices of an AcroForm choice field.
    public var options: [String]?
    /// The AcroForm's export values, in the order of ``options``.
    ///
    /// It is `nil` if they equal the options.
    public var exportValues: [String]?
    /// The format of the value as printed beside the caption: `MM/DD/YYYY`.
    public var placeholder: String?
    /// The value in the AcroForm.
    public var defaultValue: String?
    /// The value that a person chose for documents without one.
    ///
    /// It is "true" for a box to tick.
    public var initialValue: String?
    /// The format that an AcroForm's scripts define for the value, or a person.
    public var format: FieldFormat?
    /// The calculation that an AcroForm's scripts define for the value.
    public var calculation: FieldCalculation?
    /// The maximum number of characters (Unicode grapheme clusters).
    public var maxLength: Int?
    /// The characters that a value must have, such as `AA-9999`.
    ///
    /// The language is that of ``CharacterMask``.
    public var mask: String?
    /// The edges of comb cells from left to right, one more than cells.
    ///
    /// Each cell takes one character.
    public var combEdges: [Double]?
    /// The baseline of the text in points from the top of the page.
    ///
    /// If it is `nil`, the text is centred in the region.
    public var baseline: Double?
    /// The writing lines of a blank with several, from top to bottom.
    ///
    /// Each ends at the baseline of its text. It is `nil` if the field has one line, or blank space without rules.
    public var lines: [Region]?
    /// The regions of printed words in the field, and above a signature line.
    ///
    /// Signs between the parts of a blank, such as the slashes of `__/__/____`, count as words. It is `nil` if there are no
    /// such words or they are not known.
    public var printedWords: [Region]?
    /// The font size in points specified by the form, if any.
    public var fontSize: Double?
    /// The alignment specified by the form.
    public var alignment: Alignment?
    /// Whether the form forbids changing the field.
    public var readOnly: Bool
    /// Whether the form requires a value.
    public var required: Bool
    /// The other flags of the AcroForm field.
    public var flags: Set<FieldFlag>

    /// Creates a field.
    public init(
        id: UUID, name: String, page: Int, region: Region, type: FieldType, label: String,
        confidence: Double, evidence: Evidence, group: FieldGroup? = nil, section: String? = nil,
        printedNames: PrintedNames? = nil, option: String? = nil, state: String? = nil,
        options: [String]? = nil, exportValues: [String]? = nil, placeholder: String? = nil,
        defaultValue: String? = nil, initialValue: String? = nil,
        format: FieldFormat? = nil, calculation: FieldCalculation? = nil, maxLength: Int? = nil, mask: String? = nil,
        combEdges: [Double]? = nil, baseline: Double? = nil, lines: [Region]? = nil, printedWords: [Region]? = nil,
        fontSize: Double? = nil, alignment: Alignment? = nil, readOnly: Bool = false, required: Bool = false,
        flags: Set<FieldFlag> = []
    ) {
        self.id = id
        self.name = name
        self.page = page
        self.region = region
        self.type = type
        self.label = label
        self.confidence = confidence
        self.evidence = evidence
        self.group = group
        self.section = section
        self.printedNames = printedNames
        self.option = option
        self.state = state
        self.options = options
        self.exportValues = exportValues
        self.placeholder = placeholder
        self.defaultValue = defaultValue
        self.initialValue = initialValue
        self.format = format
        self.calculation = calculation
        self.maxLength = maxLength
        self.mask = mask
        self.combEdges = combEdges
        self.baseline = baseline
        self.lines = lines
        self.printedWords = printedWords
        self.fontSize = fontSize
        self.alignment = alignment
        self.readOnly = readOnly
        self.required = required
        self.flags = flags
    }

    /// Maximum number of ``lines``.
    package static let mostLines = 500

    /// The kind of mark on the page that indicated a field.
    public enum Evidence: String, Sendable, Hashable, Codable, CaseIterable {
        /// An AcroForm widget.
        case widget
        /// A horizontal line to write on.
        case rule
        /// Underscores in the text.
        case underscores
        /// Dots that lead from a caption to an amount.
        case leader
        /// A closed rectangle.
        case box
        /// A cell of a table or grid.
        case cell
        /// A small square to tick.
        case square
        /// A small circle to tick.
        case circle
        /// A character that looks like an empty box: ☐, □, [ ].
        case glyph
        /// A row of cells for one character each.
        case comb
        /// Blank space marked only by a caption, or a shaded area.
        case space
    }

    /// The alignment of text in a field.
    public typealias Alignment = TextAlignment
}

/// A question that several fields answer together.
public struct FieldGroup: Sendable, Hashable, Codable {
    /// The name, unique in the document; for an AcroForm radio group, its full name.
    public var name: String
    /// The question as a person reads it.
    public var label: String
    /// Whether at most one field of the group can be selected (radio buttons).
    public var exclusive: Bool

    /// Creates a group.
    public init(name: String, label: String, exclusive: Bool) {
        self.name = name
        self.label = label
        self.exclusive = exclusive
    }
}

extension Field: Codable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, page, x, y, width, height, type, label, confidence, evidence, group, section, printedNames
        case option, state, options, exportValues, placeholder, defaultValue, initialValue, format, calculation
        case maxLength, mask, combEdges, baseline, lines, printedWords, fontSize, alignment, readOnly, required, flags
    }

    /// Decodes a field with its region at the same level as the other keys.
    public init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            c, id: try c.decode(UUID.self, forKey: .id), name: try c.decode(String.self, forKey: .name),
            label: try c.decode(String.self, forKey: .label))
    }

    /// Decodes a new field with an optional ID, name and label.
    ///
    /// A missing ID is random; a missing name or label is empty.
    package init(fromIncomplete decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            c, id: try c.decodeIfPresent(UUID.self, forKey: .id) ?? UUID(),
            name: try c.decodeIfPresent(String.self, forKey: .name) ?? "",
            label: try c.decodeIfPresent(String.self, forKey: .label) ?? "")
    }

    private init(_ c: KeyedDecodingContainer<CodingKeys>, id: UUID, name: String, label: String) throws {
        let page = try c.decode(Int.self, forKey: .page)
        // Far more than any form has, and small enough to avoid overflow.
        guard (0..<1_000_000).contains(page) else {
            throw DecodingError.dataCorruptedError(forKey: .page, in: c, debugDescription: "not the index of a page")
        }
        self.init(
            id: id, name: name,
            page: page,
            region: Region(
                x: try c.decode(Double.self, forKey: .x), y: try c.decode(Double.self, forKey: .y),
                width: try c.decode(Double.self, forKey: .width),
                height: try c.decode(Double.self, forKey: .height)),
            type: try c.decode(FieldType.self, forKey: .type),
            label: label,
            confidence: try c.decodeIfPresent(Double.self, forKey: .confidence) ?? 1,
            evidence: try c.decodeIfPresent(Evidence.self, forKey: .evidence) ?? .box,
            group: try c.decodeIfPresent(FieldGroup.self, forKey: .group),
            section: try c.decodeIfPresent(String.self, forKey: .section),
            printedNames: try c.decodeIfPresent(PrintedNames.self, forKey: .printedNames),
            option: try c.decodeIfPresent(String.self, forKey: .option),
            state: try c.decodeIfPresent(String.self, forKey: .state),
            options: try c.decodeIfPresent([String].self, forKey: .options),
            exportValues: try c.decodeIfPresent([String].self, forKey: .exportValues),
            placeholder: try c.decodeIfPresent(String.self, forKey: .placeholder),
            defaultValue: try c.decodeIfPresent(String.self, forKey: .defaultValue),
            initialValue: try c.decodeIfPresent(String.self, forKey: .initialValue),
            format: try c.decodeIfPresent(FieldFormat.self, forKey: .format),
            calculation: try c.decodeIfPresent(FieldCalculation.self, forKey: .calculation),
            maxLength: try c.decodeIfPresent(Int.self, forKey: .maxLength),
            mask: try c.decodeIfPresent(String.self, forKey: .mask),
            combEdges: try c.decodeIfPresent([Double].self, forKey: .combEdges),
            baseline: try c.decodeIfPresent(Double.self, forKey: .baseline),
            lines: try c.decodeIfPresent([Region].self, forKey: .lines),
            printedWords: try c.decodeIfPresent([Region].self, forKey: .printedWords),
            fontSize: try c.decodeIfPresent(Double.self, forKey: .fontSize),
            alignment: try c.decodeIfPresent(Alignment.self, forKey: .alignment),
            readOnly: try c.decodeIfPresent(Bool.self, forKey: .readOnly) ?? false,
            required: try c.decodeIfPresent(Bool.self, forKey: .required) ?? false,
            flags: try c.decodeIfPresent(Set<FieldFlag>.self, forKey: .flags) ?? [])
    }

    /// The keys of a field in JSON.
    package static let keys = Set(CodingKeys.allCases.map(\.rawValue))

    /// Encodes a field with its region at the same level as the other keys.
    public func encode(to encoder: any Encoder) throws {
        var c = encoder.container(keyedBy: CodingKeys.self)
        try c.encode(id, forKey: .id)
        try c.encode(name, forKey: .name)
        try c.encode(page, forKey: .page)
        try c.encode(region.x, forKey: .x)
        try c.encode(region.y, forKey: .y)
        try c.encode(region.width, forKey: .width)
        try c.encode(region.height, forKey: .height)
        try c.encode(type, forKey: .type)
        try c.encode(label, forKey: .label)
        try c.encode(confidence, forKey: .confidence)
        try c.encode(evidence, forKey: .evidence)
        try c.encodeIfPresent(group, forKey: .group)
        try c.encodeIfPresent(section, forKey: .section)
        try c.encodeIfPresent(printedNames, forKey: .printedNames)
        try c.encodeIfPresent(option, forKey: .option)
        try c.encodeIfPresent(state, forKey: .state)
        try c.encodeIfPresent(options, forKey: .options)
        try c.encodeIfPresent(exportValues, forKey: .exportValues)
        try c.encodeIfPresent(placeholder, forKey: .placeholder)
        try c.encodeIfPresent(defaultValue, forKey: .defaultValue)
        try c.encodeIfPresent(initialValue, forKey: .initialValue)
        try c.encodeIfPresent(format, forKey: .format)
        try c.encodeIfPresent(calculation, forKey: .calculation)
        try c.encodeIfPresent(maxLength, forKey: .maxLength)
        try c.encodeIfPresent(mask, forKey: .mask)
        try c.encodeIfPresent(combEdges, forKey: .combEdges)
        try c.encodeIfPresent(baseline, forKey: .baseline)
        try c.encodeIfPresent(lines, forKey: .lines)
        try c.encodeIfPresent(printedWords, forKey: .printedWords)
        try c.encodeIfPresent(fontSize, forKey: .fontSize)
        try c.encodeIfPresent(alignment, forKey: .alignment)
        if readOnly { try c.encode(true, forKey: .readOnly) }
        if required { try c.encode(true, forKey: .required) }
        // In a fixed order, so that equal fields give equal bytes.
        if !flags.isEmpty { try c.encode(FieldFlag.allCases.filter(flags.contains), forKey: .flags) }
    }
}
