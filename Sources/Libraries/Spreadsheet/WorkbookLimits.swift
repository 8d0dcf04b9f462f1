/// The limits of a workbook, checked while it is unpacked.
package struct WorkbookLimits: Sendable, Hashable {
    /// Maximum size in bytes of the file, and of all parts that are unpacked.
    package var byteCount = 50 << 20
    /// Maximum number of files in the workbook.
    package var parts = 10_000
    /// Maximum number of rows with values.
    ///
    /// The first is the header.
    package var rows = 100_001
    /// Maximum number of columns up to the last one with a value.
    package var columns = 4_096
    /// Maximum nesting depth of elements.
    package var depth = 64
    /// Maximum number of cell styles, and of number formats.
    ///
    /// Spreadsheet programs allow fewer.
    package var styles = 65_535
    /// Maximum number of cells that are merged downwards.
    package var mergedCells = 1 << 20

    /// The limits of the documentation.
    package init() {}
}
