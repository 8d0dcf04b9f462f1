package import FormModel

extension [Field] {
    /// The fields, with unique generated names for those without a name.
    ///
    /// These are in the style of detected fields, such as `p1f8`.
    package var allNamed: [Field] {
        guard contains(where: \.name.isEmpty) else { return self }
        let taken = Set(map(\.name))
        var numbers: [Int: Int] = [:]
        return map { field in
            guard field.name.isEmpty else { return field }
            var field = field
            repeat {
                numbers[field.page, default: 0] += 1
                field.name = "p\(field.page + 1)f\(numbers[field.page, default: 0])"
            } while taken.contains(field.name)
            return field
        }
    }
}
