package import Foundation

/// Returns a PDF with its objects uncompressed (`qpdf --qdf`), to be searched.
package func expandedPDF(_ pdf: Data) throws -> Data {
    let folder = try TemporaryFolder()
    let file = try folder.write(pdf, "packed.pdf")
    let expanded = folder.file("expanded.pdf")
    try Program.run("qpdf", ["--qdf", "--object-streams=disable", file.path, expanded.path])
    return try Data(contentsOf: expanded)
}
