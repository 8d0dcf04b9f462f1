import CYaml

/// Reads YAML event by event (LibYAML, which comes with Yams).
///
/// Yams itself builds its tree, and expands aliases in it, before anything can be counted. Those who take events can enforce limits.
package enum YAMLEvents {
    /// Passes the events of a text in UTF-8 to `take`, until that throws.
    ///
    /// - Returns: why the text cannot be read to its end; nil if it can.
    package static func read<Refusal>(
        _ text: ArraySlice<UInt8>, take: (YAMLEvent) throws(Refusal) -> Void
    ) throws(Refusal) -> YAMLSyntaxError? {
        try text.withUnsafeBufferPointer { text throws(Refusal) in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return YAMLSyntaxError(isOutOfMemory: true) }
            defer { yaml_parser_delete(&parser) }
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, text.baseAddress, text.count)
            while true {
                var event = yaml_event_t()
                guard yaml_parser_parse(&parser, &event) == 1 else {
                    return YAMLSyntaxError(
                        isOutOfMemory: parser.error == YAML_MEMORY_ERROR, mark: YAMLMark(parser.problem_mark))
                }
                defer { yaml_event_delete(&event) }
                if event.type == YAML_STREAM_END_EVENT { return nil }
                try take(YAMLEvent(event))
            }
        }
    }
}

/// Why a YAML text cannot be read.
package struct YAMLSyntaxError: Sendable {
    /// Whether memory was short, rather than the text malformed.
    package var isOutOfMemory: Bool
    /// The place of the mistake.
    package var mark = YAMLMark()
}
