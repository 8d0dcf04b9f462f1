/// The names that a reader accepts because a renderer knows them.
public struct PortableTextVocabulary: Hashable, Sendable {
    /// The types of objects, within text and between blocks.
    public var objects: Set<String>
    /// The styles of text blocks; nil accepts any, rendered like normal text.
    public var styles: Set<String>?
    /// The styles of lists.
    public var lists: Set<String>
    /// The marks that do not refer to an annotation.
    public var decorators: Set<String>
    /// The types of annotations.
    public var annotations: Set<String>

    /// The names known to every renderer of this package.
    public static let standard = PortableTextVocabulary(
        objects: [ObjectType.code, ObjectType.image, ObjectType.table, ObjectType.embed, ObjectType.footnote],
        styles: [PortableTextBlock.normalStyle, "h1", "h2", "h3", "h4", "h5", "h6", "blockquote"],
        lists: [ListStyle.bullet, ListStyle.number], decorators: Set(Decorator.all),
        annotations: [PortableTextMarkDefinition.linkType, PortableTextMarkDefinition.footnoteType])

    /// Creates a vocabulary.
    public init(
        objects: Set<String>, styles: Set<String>?, lists: Set<String>, decorators: Set<String>,
        annotations: Set<String>
    ) {
        self.objects = objects
        self.styles = styles
        self.lists = lists
        self.decorators = decorators
        self.annotations = annotations
    }

    /// Returns the vocabulary with additional names.
    ///
    /// They come from custom renderers and style sheets.
    ///
    /// - Parameters:
    ///   - objects: types of objects.
    ///   - marks: decorators and types of annotations, which custom renderers do not distinguish.
    ///   - styles: styles of text blocks.
    /// - Returns: the extended vocabulary.
    public func adding(
        objects: some Sequence<String> = [String](), marks: some Sequence<String> = [String](),
        styles: some Sequence<String> = [String]()
    ) -> PortableTextVocabulary {
        var vocabulary = self
        let marks = Set(marks)
        vocabulary.objects.formUnion(objects)
        vocabulary.decorators.formUnion(marks)
        vocabulary.annotations.formUnion(marks)
        vocabulary.styles?.formUnion(styles)
        return vocabulary
    }
}

extension PortableTextVocabulary {
    /// The names of the standard styles of text blocks.
    package static var standardStyles: Set<String> { standard.styles ?? [] }

    /// The vocabulary with any style of text blocks, for unknown style sheets.
    package var acceptingAnyStyle: PortableTextVocabulary {
        var vocabulary = self
        vocabulary.styles = nil
        return vocabulary
    }
}

/// The types of objects with a default rendering.
package enum ObjectType {
    package static let code = "code"
    package static let image = "image"
    package static let table = "table"
    package static let embed = "embed"
    package static let footnote = PortableTextMarkDefinition.footnoteType
}

/// The styles of lists with a default rendering.
package enum ListStyle {
    package static let bullet = "bullet"
    package static let number = "number"
}

/// The marks with a default rendering that need no annotation.
package enum Decorator {
    package static let strong = "strong"
    package static let emphasis = "em"
    package static let code = "code"
    package static let underline = "underline"
    package static let strikeThrough = "strike-through"

    /// All decorators in nesting order, outermost first.
    ///
    /// Toolkit 6 uses this order for decorators of the same spans.
    package static let all = [strong, emphasis, code, underline, strikeThrough]
}
