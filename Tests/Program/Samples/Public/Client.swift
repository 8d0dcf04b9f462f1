import FormsAPI
import Foundation
import FormwrightClient

// The type `FormwrightClient`
func filling(_ url: URL, _ file: URL, _ output: URL) async throws {
    let client = FormwrightClient(baseURL: url)
    let id = try await client.upload(contentsOf: file).documentId
    try await client.process(id)
    let field = try await client.settled(id).components[0].fieldId
    try await client.submit([FieldValueInput(fieldRegionId: field, value: "Ada Lovelace")], to: id)
    try await client.compose(id)
    if try await client.settled(id).document.status == .filled {
        try await client.filledPDF(of: id).write(to: output)
    }
}
