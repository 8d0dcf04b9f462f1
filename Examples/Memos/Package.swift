// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "memos",
    dependencies: [
        .package(name: "formwright", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "memos",
            dependencies: [
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "FormwrightCLI", package: "formwright"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Pipeline", package: "formwright"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
