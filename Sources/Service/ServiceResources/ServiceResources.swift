/// The templates and assets of the service itself.
package enum ServiceResources {
    /// The files by name.
    package static let files: [String: [UInt8]] = [
        "announce.mjs": PackageResources.announce_mjs,
        "api.mjs": PackageResources.api_mjs,
        "api.mustache": PackageResources.api_mustache,
        "base.css": PackageResources.base_css,
        "dialog.mjs": PackageResources.dialog_mjs,
        "dom.mjs": PackageResources.dom_mjs,
        "drop-zone.mjs": PackageResources.drop_zone_mjs,
        "error.mustache": PackageResources.error_mustache,
        "icon.svg": PackageResources.icon_svg,
        "layout.mjs": PackageResources.layout_mjs,
        "layout.mustache": PackageResources.layout_mustache,
        "lists.css": PackageResources.lists_css,
        "login.mustache": PackageResources.login_mustache,
        "progress.mjs": PackageResources.progress_mjs,
        "service.openapi.yaml": PackageResources.service_openapi_yaml,
        "upload.mjs": PackageResources.upload_mjs,
    ]
}
