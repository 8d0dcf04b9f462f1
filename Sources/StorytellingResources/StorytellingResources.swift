/// The description of the project's APIs.
package enum StorytellingResources {
    /// The files by name.
    package static let files: [String: [UInt8]] = [
        "rows.openapi.yaml": PackageResources.rows_openapi_yaml,
        "pictures.openapi.yaml": PackageResources.pictures_openapi_yaml,
    ]
}
