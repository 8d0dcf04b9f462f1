// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "memos",
    dependencies: [.package(name: "formwright", path: "../..")],
    targets: [
        .executableTarget(
            name: "memos",
            dependencies: [
                .product(name: "Formwright", package: "formwright"),
                .product(name: "FormwrightCLI", package: "formwright"),
                .product(name: "Pipeline", package: "formwright"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
