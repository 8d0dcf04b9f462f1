import RowQuery

/// Returns the code of the refusal of a request; nil if it is not refused.
func code(_ body: () throws -> some Any) throws -> RowQueryError.Code? {
    do {
        _ = try body()
        return nil
    } catch let error as RowQueryError {
        return error.code
    }
}
