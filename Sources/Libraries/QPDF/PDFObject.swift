import CQPDF
package import Foundation

/// An object of a file (`qpdf_oh`), released with its last copy.
///
/// A missing key or item is a null object, and every property of a null object is `nil`. Code for damaged files
/// therefore needs only one check at the end of a chain.
package final class PDFObject {
    let file: PDFFile
    let handle: qpdf_oh

    init(_ file: PDFFile, _ handle: qpdf_oh) {
        self.file = file
        self.handle = handle
    }

    deinit { qpdf_oh_release(file.handle, handle) }

    private var q: qpdf_data { file.handle }

    /// Passes the handle to a library call while the object is alive.
    ///
    /// Reading `handle` of a temporary object would release it before the call.
    func with<T>(_ body: (qpdf_oh) -> T) -> T {
        withExtendedLifetime(self) { body(handle) }
    }

    // MARK: Reading

    package var isNull: Bool { qpdf_oh_is_initialized(q, handle) == 0 || qpdf_oh_is_null(q, handle) != 0 }
    package var isDictionary: Bool { qpdf_oh_is_dictionary(q, handle) != 0 }
    package var isStream: Bool { qpdf_oh_is_stream(q, handle) != 0 }
    package var isIndirect: Bool { qpdf_oh_is_indirect(q, handle) != 0 }

    /// The number and generation of an indirect object; `nil` for a direct one.
    package var identity: PDFObjectIdentity? {
        guard isIndirect else { return nil }
        return PDFObjectIdentity(
            number: Int(qpdf_oh_get_object_id(q, handle)), generation: Int(qpdf_oh_get_generation(q, handle)))
    }

    package var integer: Int? {
        var value: Int64 = 0
        if qpdf_oh_get_value_as_longlong(q, handle, &value) != 0 { return Int(value) }
        return number.flatMap { Int(exactly: $0.rounded()) }
    }

    package var number: Double? {
        var value = 0.0
        guard qpdf_oh_get_value_as_number(q, handle, &value) != 0, value.isFinite else { return nil }
        return value
    }

    /// A name without its slash.
    package var name: String? {
        guard qpdf_oh_is_name(q, handle) != 0, let text = qpdf_oh_get_name(q, handle) else { return nil }
        return String(String(cString: text).dropFirst())
    }

    /// A text string decoded to Unicode.
    package var text: String? {
        guard qpdf_oh_is_string(q, handle) != 0 else { return nil }
        var length = 0
        guard let bytes = qpdf_oh_get_binary_utf8_value(q, handle, &length) else { return nil }
        let raw = UnsafeRawBufferPointer(start: bytes, count: length)
        return String(decoding: raw, as: UTF8.self).filter { $0 != "\0" }
    }

    /// The types of objects (ISO 32000-1, 7.3).
    package enum Kind {
        case null, boolean, number, string, name, array, dictionary, stream
    }

    /// The type of the object, or null for any other type code.
    package var kind: Kind {
        switch qpdf_oh_get_type_code(q, handle) {
        case ot_boolean: .boolean
        case ot_integer, ot_real: .number
        case ot_string: .string
        case ot_name: .name
        case ot_array: .array
        case ot_dictionary: .dictionary
        case ot_stream: .stream
        default: .null
        }
    }

    /// Whether the object is the Boolean `true`.
    package var isTrue: Bool {
        var value: QPDF_BOOL = 0
        return qpdf_oh_get_value_as_bool(q, handle, &value) != 0 && value != 0
    }

    /// The raw bytes of a string; empty for any other object.
    package var bytes: [UInt8] {
        guard qpdf_oh_is_string(q, handle) != 0 else { return [] }
        var length = 0
        guard let start = qpdf_oh_get_binary_string_value(q, handle, &length) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: length))
    }

    /// The items of an array; empty for any other object.
    package var items: [PDFObject] {
        guard qpdf_oh_is_array(q, handle) != 0 else { return [] }
        return (0..<qpdf_oh_get_array_n_items(q, handle)).map {
            PDFObject(file, qpdf_oh_get_array_item(q, handle, $0))
        }
    }

    /// The keys of a dictionary or stream, with their slashes.
    package var keys: [String] {
        let dictionary = self.dictionary
        guard dictionary.isDictionary else { return [] }
        var keys: [String] = []
        dictionary.with {
            qpdf_oh_begin_dict_key_iter(q, $0)
            while qpdf_oh_dict_more_keys(q) != 0 {
                if let key = qpdf_oh_dict_next_key(q) { keys.append(String(cString: key)) }
            }
        }
        return keys
    }

    /// The PDF syntax of the object (`qpdf_oh_unparse`); an indirect object is a reference.
    package var syntax: String {
        with { qpdf_oh_unparse(q, $0) }.map { String(cString: $0) } ?? "null"
    }

    /// The entries of a dictionary or stream in PDF syntax, without brackets.
    ///
    /// See `qpdf_oh_unparse`.
    package var dictionaryText: [UInt8] {
        guard let text = dictionary.with({ qpdf_oh_unparse(q, $0) }) else { return [] }
        return Array(String(cString: text).utf8.dropFirst(2).dropLast(2))
    }

    /// The object itself in PDF syntax (`qpdf_oh_unparse_resolved`).
    ///
    /// It is given in bytes, since strings may have any encoding. A stream is given as its dictionary without the
    /// length.
    package var ownSyntax: [UInt8] {
        func bytes(_ object: PDFObject) -> [UInt8] {
            object.with { handle in
                guard let text = qpdf_oh_unparse_resolved(q, handle) else { return [] }
                return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
            }
        }
        guard isStream else { return bytes(self) }
        let copy = file.newDictionary()
        for key in keys where key != "/Length" { copy.put(key, self[key]) }
        return bytes(copy)
    }

    /// Compares the object's own syntax, without stream data, with another one's.
    ///
    /// - Parameter other: the object of another file.
    /// - Returns: whether they are equal, and whether this one may refer to objects with reused numbers.
    package func compare(_ other: PDFObject) -> (isSame: Bool, mayNameReused: Bool) {
        let (mine, its) = (dictionary, other.dictionary)
        return mine.with { mine in
            its.with { its in
                // libqpdf returns the text in a buffer that belongs to the file.
                guard let new = qpdf_oh_unparse_resolved(q, mine),
                    let old = qpdf_oh_unparse_resolved(other.q, its)
                else { return (false, true) }
                let count = strlen(new)
                let isSame = isStream == other.isStream && strcmp(new, old) == 0
                // References end in " 0 R" unless a number is reused.
                var place = 2
                var mayNameReused = false
                while place < count, !mayNameReused {
                    if new[place] == 0x52, new[place - 1] == 0x20, (0x30...0x39).contains(new[place - 2]) {
                        mayNameReused = new[place - 2] != 0x30 || place < 3 || new[place - 3] != 0x20
                    }
                    place += 1
                }
                return (isSame, mayNameReused)
            }
        }
    }

    /// The decoded bytes of a stream (`qpdf_oh_get_stream_data`).
    ///
    /// `nil` if decoding fails or would need an image decoder.
    package var streamData: Data? {
        guard let (data, isDecoded) = try? streamContent(), isDecoded else { return nil }
        return data
    }

    /// Returns a stream's decoded bytes, or the raw ones if an image decoder is needed.
    ///
    /// - Throws: `QPDFError` if the stream cannot be read or exceeds the memory.
    package func streamContent() throws(QPDFError) -> (data: Data, isDecoded: Bool) {
        let decoded = try streamData(decoding: qpdf_dl_generalized)
        return decoded.isDecoded ? decoded : try streamData(decoding: qpdf_dl_none)
    }

    /// Returns a stream's raw bytes.
    package func rawStreamData() throws(QPDFError) -> Data { try streamData(decoding: qpdf_dl_none).data }

    private func streamData(
        decoding level: qpdf_stream_decode_level_e
    ) throws(QPDFError) -> (data: Data, isDecoded: Bool) {
        guard isStream else { return (Data(), false) }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        var isDecoded: QPDF_BOOL = 0
        _ = with { qpdf_oh_get_stream_data(q, $0, level, &isDecoded, &bytes, &count) }
        let data = bytes.map { Data(bytesNoCopy: $0, count: count, deallocator: .free) }
        // This also clears the error, so that no later call reports it.
        try file.check()
        return (data ?? Data(), isDecoded != 0)
    }

    package subscript(key: String) -> PDFObject {
        dictionary.with { PDFObject(file, qpdf_oh_get_key_if_dict(q, $0, key)) }
    }

    /// Returns an attribute that a page or field may inherit from its ancestors (`/Parent`).
    package func inherited(_ key: String) -> PDFObject {
        var node = self
        for _ in 0..<PDFFile.deepestField {
            let value = node[key]
            if !value.isNull { return value }
            let parent = node["/Parent"]
            guard parent.isDictionary else { break }
            node = parent
        }
        return file.newNull()
    }

    // MARK: Changing

    package func set(_ key: String, _ value: PDFObject) {
        file.note(self, key)
        put(key, value)
    }

    package func remove(_ key: String) {
        file.note(self, key)
        dictionary.with { qpdf_oh_remove_key(q, $0, key) }
    }

    /// Sets a value, or removes the key for null, without recording the previous entry.
    func put(_ key: String, _ value: PDFObject) {
        dictionary.with { dictionary in value.with { qpdf_oh_replace_or_remove_key(q, dictionary, key, $0) } }
    }

    package func append(_ item: PDFObject) { qpdf_oh_append_item(q, handle, item.handle) }

    /// Returns a new dictionary with the same entries, for changes without side effects.
    func shallowCopy() -> PDFObject {
        let copy = file.newDictionary()
        for key in keys { copy.set(key, self[key]) }
        return copy
    }

    private var dictionary: PDFObject {
        isStream ? PDFObject(file, qpdf_oh_get_dict(q, handle)) : self
    }
}

/// The number and generation in references to an indirect object.
package struct PDFObjectIdentity: Hashable {
    package var number: Int
    package var generation: Int
}

extension PDFFile {
    /// Returns an object by number and generation; null if missing (`qpdf_get_object_by_id`).
    package func object(_ number: Int, generation: Int = 0) -> PDFObject {
        PDFObject(self, qpdf_get_object_by_id(handle, Int32(clamping: number), Int32(clamping: generation)))
    }

    func newDictionary() -> PDFObject { PDFObject(self, qpdf_oh_new_dictionary(handle)) }
    func newArray() -> PDFObject { PDFObject(self, qpdf_oh_new_array(handle)) }
    func newNull() -> PDFObject { PDFObject(self, qpdf_oh_new_null(handle)) }
    package func newName(_ name: String) -> PDFObject { PDFObject(self, qpdf_oh_new_name(handle, "/" + name)) }
    package func newInteger(_ value: Int) -> PDFObject { PDFObject(self, qpdf_oh_new_integer(handle, Int64(value))) }
    func newBoolean(_ value: Bool) -> PDFObject { PDFObject(self, qpdf_oh_new_bool(handle, value ? 1 : 0)) }

    /// Returns a text string in the encoding that its characters require.
    func newText(_ text: String) -> PDFObject {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                PDFObject(self, qpdf_oh_new_binary_unicode_string(handle, $0.baseAddress, $0.count))
            }
        }
    }

    /// Returns the object as an indirect one, referenced by number.
    func indirect(_ object: PDFObject) -> PDFObject {
        guard !object.isIndirect else { return object }
        return object.with { PDFObject(self, qpdf_make_indirect_object(handle, $0)) }
    }

    package func newNumber(_ value: Double) -> PDFObject {
        PDFObject(self, qpdf_oh_new_real_from_double(handle, value, 5))
    }

    func newArray(_ items: [PDFObject]) -> PDFObject {
        let array = newArray()
        for item in items { array.append(item) }
        return array
    }

    func newArray(_ numbers: [Double]) -> PDFObject {
        let array = newArray()
        for number in numbers { array.append(newNumber(number)) }
        return array
    }

    /// Returns a new indirect stream with bytes that a filter encoded.
    package func newStream(_ bytes: [UInt8], filter: String) -> PDFObject {
        let stream = PDFObject(self, qpdf_oh_new_stream(handle))
        let (filter, null) = (newName(filter), newNull())
        bytes.withUnsafeBufferPointer { buffer in
            filter.with { filter in
                null.with {
                    qpdf_oh_replace_stream_data(
                        handle, stream.handle, buffer.baseAddress, buffer.count, filter, $0)
                }
            }
        }
        return stream
    }

    /// Returns a new indirect stream with a copy of bytes.
    func newStream(_ bytes: some Collection<UInt8>) -> PDFObject {
        let stream = PDFObject(self, qpdf_oh_new_stream(handle))
        let null = newNull()
        Array(bytes).withUnsafeBufferPointer { buffer in
            null.with {
                qpdf_oh_replace_stream_data(handle, stream.handle, buffer.baseAddress, buffer.count, $0, $0)
            }
        }
        return stream
    }
}
