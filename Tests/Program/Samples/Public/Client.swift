import FormModel
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

// The mapping of a table's columns
func fillingRows(_ table: Data, _ id: UUID, _ client: FormwrightClient) async throws {
    do {
        try await client.fillRows(of: table, into: id)
    } catch let error as ServiceError {
        guard var mapping = error.mapping else { throw error }
        // Show the columns to a person, who corrects their fields and confirms them.
        for place in mapping.columns.indices { mapping.columns[place].isConfirmed = true }
        try await client.confirm(mapping, for: id)
        try await client.fillRows(of: table, into: id)
    }
}
