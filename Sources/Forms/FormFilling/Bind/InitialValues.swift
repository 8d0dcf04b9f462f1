package import FailureModel
package import FormModel

extension Field {
    /// Returns why the field does not take its initial value, if it does not.
    package var faultOfInitialValue: Failure? {
        guard let initialValue else { return nil }
        var writable = self
        writable.readOnly = false
        do throws(Failure) {
            _ = try ValueNormaliser.content(.text(initialValue), for: writable)
            return nil
        } catch {
            return error
        }
    }
}

extension [Field] {
    /// The fields without a value of their document in which an initial value stands.
    ///
    /// An answer that the document holds takes the place of a question's initial answer.
    package var startingWithInitialValue: [Field] {
        guard contains(where: { $0.initialValue != nil }) else { return [] }
        let answered = Set(
            compactMap { field in
                let isHeld = field.isTicked && field.initialValue != "true"
                return isHeld && field.group?.exclusive == true ? field.group?.name : nil
            })
        return filter { field in
            guard let initial = field.initialValue, !initial.isEmpty, !field.readOnly else { return false }
            guard field.defaultValue == nil || field.defaultValue == initial else { return false }
            return field.group.map { !$0.exclusive || !answered.contains($0.name) } ?? true
        }
    }
}
