// swift-tools-version: 6.2

import PackageDescription

let swift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A C library of Debian's: module map and shims only.
func cLibrary(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/Libraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The safe Swift face of C libraries.
func wrapper(_ name: String, over dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Libraries/\(name)", swiftSettings: swift)
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: swift)
}

/// Files that are part of the program, so that an installed one needs no others.
///
/// They are targets of their own, since they take long to compile.
func resources(_ name: String) -> Target {
    .target(name: name, resources: [.embedInCode("Files")], swiftSettings: swift)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.byName(name: name)] + dependencies, exclude: exclude,
        swiftSettings: swift)
}

/// Makes Swift's own libraries a part of the program, which then starts in two thirds of the time and needs no toolchain where it
/// is installed.
///
/// `--static-swift-stdlib` would compile all modules with other flags than the tests, so that each build would repeat the last
/// one. The libraries are those that Foundation consists of.
///
/// None of the program's 64,000 symbols is exported, since the system's linker compares each symbol of each library with them.
let staticSwift: [LinkerSetting] = {
    let isProgram = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
    return [.unsafeFlags(["-static-stdlib", "-Xlinker", "--no-export-dynamic"], isProgram)]
        + [
            "Foundation", "FoundationInternationalization", "FoundationEssentials", "CoreFoundation", "_FoundationICU",
            "_FoundationCShims", "_FoundationCollections", "dispatch", "BlocksRuntime",
        ].map { .linkedLibrary($0, isProgram) }
}()

let package = Package(
    name: "formwright",
    products: [
        .library(name: "Formwright", targets: ["Formwright"]),
        // For kinds of content outside this package, and programs over them; docs/adding-a-kind.md.
        .library(name: "Pipeline", targets: ["FailureModel", "Pipeline"]),
        .library(name: "PipelineTestSupport", targets: ["PipelineTestSupport"]),
        .library(name: "FormwrightCLI", targets: ["FormwrightCLI"]),
        // For apps that talk to the service: Foundation only.
        .library(name: "FormwrightClient", targets: ["FormModel", "FormsAPI", "FormwrightClient"]),
        .executable(name: "formwright", targets: ["FormwrightMain"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // For a test only, which compiles the code of an app.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        cLibrary("CCairo", pkgConfig: "cairo-pdf", apt: "libcairo2-dev"),
        cLibrary("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        // The flags of cairo, whose headers those of poppler include: loaded with the first page.
        cLibrary("CPoppler", pkgConfig: "cairo", apt: "libpoppler-glib-dev"),
        // Without pkg-config: loaded with the first picture and the first scan.
        cLibrary("CLeptonica", pkgConfig: nil, apt: "libleptonica-dev"),
        cLibrary("CTesseract", pkgConfig: nil, apt: "libtesseract-dev"),
        cLibrary("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
        cLibrary("CExif", pkgConfig: "libexif", apt: "libexif-dev"),
        // Fontconfig, which Pango draws text with, brings it anyway.
        cLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        cLibrary("CCommonMark", pkgConfig: "libcmark", apt: "libcmark-dev"),
        // Without pkg-config: loaded with the first archive.
        cLibrary("CArchive", pkgConfig: nil, apt: "libarchive-dev"),
        // Without pkg-config: loaded with the first file in OFX.
        cLibrary("CZlib", pkgConfig: nil, apt: "zlib1g-dev"),
        cLibrary("COFX", pkgConfig: nil, apt: "libofx-dev"),
        // The flags of GLib, whose headers those of libvips include: loaded with the first picture.
        cLibrary("CVips", pkgConfig: "gobject-2.0", apt: "libvips-dev"),
        // The flags of GLib: loaded with the first drawing.
        cLibrary("CRsvg", pkgConfig: "gobject-2.0", apt: "librsvg2-dev"),
        cLibrary("CLinux", pkgConfig: nil, apt: "libc6-dev"),
        // Without pkg-config: GRDB links it.
        cLibrary("CSQLite", pkgConfig: nil, apt: "libsqlite3-dev"),

        wrapper("Cairo", over: ["CCairo", "CPango", "FormModel"]),
        wrapper("Poppler", over: ["CPoppler", "CCairo", "FormModel"]),
        wrapper("PictureHeaders", over: ["CExif", "FormModel"]),
        wrapper("Tesseract", over: ["CTesseract", "CLeptonica", "FormModel", "PictureHeaders"]),
        wrapper("QPDF", over: ["CQPDF", "FormModel"]),
        wrapper("Expat", over: ["CExpat"]),
        wrapper("Markdown", over: ["CCommonMark"]),
        wrapper("Archive", over: ["CArchive"]),
        wrapper("Zlib", over: ["CZlib"]),
        wrapper("Linux", over: ["CLinux"]),
        wrapper("OFX", over: ["COFX"]),
        wrapper("Vips", over: ["CVips"]),
        wrapper("Rsvg", over: ["CCairo", "CRsvg", "Cairo"]),

        // What tools/train-detector learns from.
        .executableTarget(
            name: "detector-trace", dependencies: ["FormModel", "Forms", "Poppler", "Tesseract"],
            path: "Sources/DetectorTrace", swiftSettings: swift),
        module("FailureModel"),
        module("Threads"),
        module("Files", ["FailureModel"]),
        module("FormModel"),
        module("PDFAssembly", ["QPDF"]),
        module(
            "Pipeline",
            [
                "FailureModel", "Files", "Threads", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"), .product(name: "Yams", package: "Yams"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        module(
            "PipelineSQLite",
            ["CSQLite", "FailureModel", "Pipeline", "Threads", .product(name: "GRDB", package: "GRDB.swift")]),
        module("RowQuery"),
        module("RowQuerySQLite", ["RowQuery", .product(name: "GRDB", package: "GRDB.swift")]),
        module("Storytelling", ["RowQuery"]),
        module(
            "StorytellingSQLite",
            [
                "FailureModel", "Pipeline", "PipelineSQLite", "RowQuery", "RowQuerySQLite", "Storytelling",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module(
            "Typesetting",
            [
                "Cairo", "FailureModel", "Files", "FormModel", "PictureHeaders", "Poppler", "QPDF", "Zlib",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module(
            "FileCollections",
            ["FailureModel", "Pipeline", "PipelineSQLite", "Threads", .product(name: "GRDB", package: "GRDB.swift")]),
        module("Audit", ["Pipeline", "PipelineSQLite", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "CStageProcess", path: "Sources/Libraries/CStageProcess"),
        .target(name: "CStandardStreams", path: "Sources/Libraries/CStandardStreams"),
        module(
            "PipelineProcesses",
            [
                "FailureModel", "Files", "Pipeline", "Threads", "CStageProcess",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        module("ChildPrograms", ["CStageProcess", "Files"]),
        module("PrometheusText", [.product(name: "CoreMetrics", package: "swift-metrics")]),
        module(
            "Forms",
            [
                "Expat", "FailureModel", "Files", "FormModel", "Cairo", "PDFAssembly", "PictureHeaders", "Poppler",
                "PortableText", "Tesseract", "Typesetting", "QPDF",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "Yams", package: "Yams"),
            ]),
        module("PortableText", ["FailureModel", "Files", "FormModel", "Typesetting", "Vips"]),
        module("Artworks", ["FailureModel", "Pipeline", "Vips"]),
        module(
            "Storybook",
            ["Artworks", "FailureModel", "FormModel", "PictureHeaders", "Storytelling", "Typesetting", "Vips"]),
        module("DroppedArchive", ["Archive", "FailureModel", "Files", "Pipeline"]),
        module("Portfolio", ["FailureModel", "FormModel"]),
        module(
            "PortfolioInputs",
            [
                "ChildPrograms", "Expat", "FailureModel", "Files", "FormModel", "Forms", "Markdown", "PictureHeaders",
                "Pipeline",
                "Poppler", "Portfolio", "QPDF", "Rsvg", "Tesseract", "Vips",
            ]),
        module(
            "PortfolioBook",
            ["FailureModel", "FormModel", "PictureHeaders", "Portfolio", "Typesetting", "Vips"]),
        module(
            "PortfolioFiles", ["FailureModel", "Pipeline", "Portfolio", .product(name: "Yams", package: "Yams")]),
        module(
            "PortfolioFolder",
            ["DroppedArchive", "FailureModel", "Pipeline", "Portfolio", "PortfolioFiles", "Threads", "WatchFolder"]),
        module("Trading", ["FailureModel", .product(name: "Crypto", package: "swift-crypto")]),
        module("TradingAPI", ["FailureModel", "Trading"]),
        module("AccountStatement", ["FailureModel", "FormModel", "Trading", "Typesetting"]),
        module("BrokerFiles", ["FailureModel", "Files", "OFX", "Pipeline", "Trading"]),
        module(
            "Formwright",
            [
                "AccountStatement", "Archive", "Artworks", "Audit", "BrokerFiles", "ChildPrograms", "DroppedArchive",
                "FileCollections",
                "FailureModel", "Files", "FormModel", "Forms", "Linux", "Pipeline", "PipelineSQLite", "PortableText",
                "Portfolio", "PortfolioBook", "PortfolioInputs", "Poppler", "QPDF", "Storybook", "Storytelling",
                "Tesseract",
                "Threads", "Trading", "TradingAPI", "Typesetting",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
            ]),
        module(
            "LocalWorkers",
            [
                "Files", "Formwright", "Pipeline", "PipelineProcesses", "PrometheusText", "Threads",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]),
        module(
            "WatchFolder",
            [
                "DroppedArchive", "FailureModel", "FileCollections", "Files", "Linux", "Pipeline", "PipelineProcesses",
                "Threads", .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        module(
            "FamilyBooks",
            [
                "FailureModel", "FormModel", "Formwright", "Pipeline", "Storybook", "Storytelling",
                "StorytellingSQLite", "Threads", .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module(
            "FamilyFolder",
            [
                "Artworks", "FailureModel", "FamilyBooks", "Formwright", "Pipeline", "PipelineSQLite", "Storybook",
                "Storytelling", "StorytellingSQLite", "WatchFolder",
            ]),
        module(
            "Backup",
            [
                "Archive", "FailureModel", "Files", "Formwright", "Linux", "Pipeline", "PipelineSQLite",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module("FormsAPI", ["FormModel"]),
        module("FormwrightClient", ["FormModel", "FormsAPI"]),
        resources("ServiceResources"),
        module(
            "HTTPService",
            [
                "Audit", "FailureModel", "Files", "Pipeline", "ServiceResources", "Threads",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "Yams", package: "Yams"), .product(name: "Logging", package: "swift-log"),
                .product(name: "Mustache", package: "swift-mustache"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        module(
            "Accounts",
            [
                "FailureModel", "Files", "HTTPService", "Pipeline", "PipelineSQLite", "Threads",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "JWTKit", package: "jwt-kit"),
            ]),
        resources("FormsResources"),
        module(
            "FormsService",
            [
                "Audit", "FailureModel", "FormModel", "Forms", "FormsAPI", "FormsResources", "Formwright",
                "HTTPService", "Linux", "LocalWorkers", "Pipeline", "PipelineProcesses", "PipelineSQLite", "Threads",
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        .target(
            name: "PortableTextService",
            dependencies: [
                "Audit", "FailureModel", "Formwright", "HTTPService", "Pipeline", "PortableText",
                .product(name: "Hummingbird", package: "hummingbird"),
            ], resources: [.embedInCode("Files")], swiftSettings: swift),
        resources("TradingResources"),
        .target(
            name: "TradingService",
            dependencies: [
                "Audit", "BrokerFiles", "FailureModel", "FileCollections", "Formwright", "HTTPService", "Pipeline",
                "PipelineSQLite", "Threads", "Trading", "TradingAPI", "TradingResources",
                .product(name: "Hummingbird", package: "hummingbird"),
            ], resources: [.embedInCode("Files")], swiftSettings: swift),
        resources("StorytellingResources"),
        module(
            "StorytellingService",
            [
                "Accounts", "Artworks", "Audit", "FailureModel", "FamilyBooks", "Files", "Formwright", "HTTPService",
                "Pipeline", "PipelineSQLite", "RowQuery", "RowQuerySQLite", "Storybook", "Storytelling",
                "StorytellingResources", "StorytellingSQLite", "Threads",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        resources("PortfolioResources"),
        module(
            "PortfolioService",
            [
                "Audit", "FailureModel", "Formwright", "HTTPService", "LocalWorkers", "Pipeline", "PipelineSQLite",
                "Portfolio", "PortfolioFiles", "PortfolioInputs", "PortfolioResources", "Threads",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        module(
            "FamilyArchive",
            [
                "Accounts", "Archive", "Artworks", "FailureModel", "Files", "Formwright", "Pipeline", "PipelineSQLite",
                "RowQuery", "RowQuerySQLite", "Storytelling", "StorytellingSQLite", "Threads",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "formwright-bench",
            dependencies: [
                "AccountStatement", "FailureModel", "Files", "FormModel", "Forms", "Formwright", "Pipeline",
                "PipelineSQLite", "QPDF", "Tesseract", "Threads", "Trading", "TradingAPI", "Typesetting",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks/formwright-bench", swiftSettings: swift),
        .target(
            name: "FormwrightCLI",
            dependencies: [
                "Accounts", "Audit", "Backup", "CStandardStreams", "FailureModel", "FamilyArchive", "FamilyFolder",
                "FileCollections", "Files", "FormModel", "Forms", "FormsService",
                "Formwright", "HTTPService", "Linux", "LocalWorkers", "Pipeline", "PipelineProcesses", "PipelineSQLite",
                "PortableText", "PortableTextService", "Portfolio", "PortfolioBook", "PortfolioFiles",
                "PortfolioFolder",
                "PortfolioInputs", "PortfolioService", "PrometheusText", "QPDF", "Threads",
                "Trading", "TradingAPI",
                "Storytelling", "StorytellingService", "StorytellingSQLite", "TradingService", "WatchFolder",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: swift),

        .executableTarget(
            name: "FormwrightMain", dependencies: ["Formwright", "FormwrightCLI"], swiftSettings: swift,
            linkerSettings: staticSwift),
        // What docs/adding-a-kind.md builds, compiled as a stranger would: without the package's own declarations.
        .executableTarget(
            name: "memos", dependencies: ["FailureModel", "Formwright", "FormwrightCLI", "Pipeline"],
            path: "Examples/Memos/Sources/memos", packageAccess: false, swiftSettings: swift),

        // The samples of README, docs and doc comments: those of products compiled as a stranger would, the others with
        // package access. DocumentationTests compares them with the pages.
        .target(
            name: "Samples",
            dependencies: [
                "Formwright", "FormwrightCLI", "FailureModel", "FormsAPI", "FormwrightClient", "Pipeline",
                .product(name: "Logging", package: "swift-log"),
            ], path: "Tests/Samples/Public", packageAccess: false, swiftSettings: swift),
        .target(
            name: "PackageSamples",
            dependencies: [
                "Formwright", "FormwrightCLI", "Pipeline", "PipelineProcesses", "PipelineSQLite", "Typesetting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], path: "Tests/Samples/Package", swiftSettings: swift),
        .testTarget(
            name: "DocumentationTests", dependencies: ["PackageSamples", "Samples", "TestSupport"],
            swiftSettings: swift),

        .target(
            name: "TestSupport", dependencies: ["FormModel", "Poppler", "CLeptonica"], path: "Tests/TestSupport",
            swiftSettings: swift, linkerSettings: [.linkedLibrary("lept")]),
        tests(of: "Cairo", ["FormModel", "TestSupport"]),
        tests(of: "Poppler", ["FormModel", "TestSupport"]),
        tests(of: "Tesseract", ["FormModel", "TestSupport"]),
        tests(of: "QPDF", ["FormModel", "TestSupport"]),
        tests(of: "Archive", ["TestSupport"]),
        tests(of: "Vips", ["FormModel", "TestSupport"]),
        tests(of: "Typesetting", ["FailureModel", "FormModel", "Poppler", "QPDF", "TestSupport"]),
        tests(of: "PDFAssembly", ["FormModel", "QPDF", "TestSupport"]),
        tests(of: "Forms", ["FailureModel", "FormModel", "Poppler", "Tesseract", "TestSupport"]),
        tests(
            of: "Formwright",
            [
                "Artworks", "Audit", "FailureModel", "FileCollections", "Files", "FormModel", "Forms", "Pipeline",
                "PipelineSQLite",
                "PipelineTestSupport",
                "Poppler", "Portfolio", "PortfolioBook",
                "QPDF",
                "Storybook", "TestSupport", "Trading", "TradingAPI",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
            ]),
        tests(of: "Backup", ["FailureModel", "Formwright", "Pipeline", "StorytellingService", "TestSupport"]),
        tests(of: "Threads"),
        tests(
            of: "HTTPService",
            [
                "FailureModel", "Pipeline", "TestSupport", .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        tests(
            of: "FormsService",
            [
                "Accounts", "Audit", "BrokerFiles", "FailureModel", "FormModel", "FormsAPI", "FormsResources",
                "Formwright", "FormwrightClient", "HTTPService", "LocalWorkers", "Pipeline", "PipelineSQLite",
                "Poppler",
                "PortableTextService", "PortfolioService", "ServiceResources", "TestSupport", "Trading", "TradingAPI",
                "TradingResources",
                "TradingService",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            of: "Accounts",
            [
                "FailureModel", "HTTPService", "Pipeline", "PipelineSQLite", "PipelineTestSupport",
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(of: "Files", ["FailureModel", "TestSupport"]),
        tests(of: "PortableText", ["FailureModel", "Poppler", "TestSupport"]),
        tests(
            of: "Artworks",
            [
                "FailureModel", "Pipeline", "PipelineTestSupport", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(
            of: "Storybook",
            ["FailureModel", "FormModel", "Poppler", "QPDF", "Storytelling", "TestSupport", "Typesetting"]),
        tests(
            of: "DroppedArchive",
            [
                "Archive", "FailureModel", "Files", "Pipeline", "PipelineTestSupport", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(of: "Portfolio", ["FailureModel"]),
        tests(
            of: "PortfolioInputs",
            [
                "FailureModel", "Forms", "FormModel", "Markdown", "Pipeline", "PipelineTestSupport", "Poppler",
                "Portfolio", "PortfolioBook", "Rsvg", "Tesseract", "TestSupport", "Typesetting", "Vips",
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(
            of: "PortfolioBook",
            ["FailureModel", "FormModel", "Poppler", "Portfolio", "TestSupport", "Typesetting"]),
        tests(
            of: "PortfolioFolder",
            [
                "DroppedArchive", "FailureModel", "FileCollections", "Pipeline", "PipelineTestSupport", "Portfolio",
                "PortfolioFiles", "WatchFolder", .product(name: "Logging", package: "swift-log"),
            ]),
        // Portfolios from a folder to the outbox, with the kinds of this program; and the program for their stages, which
        // files can ruin.
        .testTarget(
            name: "PortfolioSystemTests",
            dependencies: [
                "Archive", "FailureModel", "Formwright", "LocalWorkers", "Pipeline", "PipelineProcesses",
                "PipelineTestSupport", "Portfolio", "PortfolioBook", "PortfolioFiles", "PortfolioFolder",
                "PortfolioInputs", "TestSupport", "WatchFolder", .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: swift),
        .executableTarget(
            name: "PortfolioStageFixture", dependencies: ["Formwright", "Pipeline", "PipelineProcesses"],
            path: "Tests/PortfolioStageFixture", swiftSettings: swift),
        tests(of: "Trading", ["FailureModel"]),
        tests(of: "TradingAPI", ["BrokerFiles", "FailureModel", "Files", "TestSupport", "Trading"]),
        tests(of: "AccountStatement", ["TestSupport", "Trading", "Typesetting"]),
        tests(of: "BrokerFiles", ["FailureModel", "Files", "TestSupport", "Trading"]),
        .target(
            name: "RowQueryTestSupport", dependencies: ["RowQuery"], path: "Tests/RowQueryTestSupport",
            swiftSettings: swift),
        tests(of: "RowQuery", ["RowQueryTestSupport"]),
        tests(
            of: "RowQuerySQLite", ["RowQuery", "RowQueryTestSupport", .product(name: "GRDB", package: "GRDB.swift")]),
        tests(of: "Storytelling", ["RowQuery"]),
        tests(
            of: "StorytellingSQLite",
            [
                "Pipeline", "PipelineSQLite", "RowQuery", "RowQuerySQLite", "Storytelling",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // Services that run as long as a test uses them, and requests to them.
        .target(
            name: "ServiceTestSupport",
            dependencies: [
                "Accounts", "Formwright", "HTTPService", "Pipeline", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], path: "Tests/ServiceTestSupport", swiftSettings: swift),
        // A running service and its WebSocket clients, for tests and for the benchmark.
        .target(
            name: "ListeningTestSupport",
            dependencies: [
                "Accounts", "FailureModel", "Formwright", "HTTPService", "Pipeline", "PipelineSQLite", "RowQuery",
                "RowQuerySQLite", "Storytelling", "StorytellingSQLite", "StorytellingService",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], path: "Tests/ListeningTestSupport", swiftSettings: swift),
        .executableTarget(
            name: "RealtimeBenchmark",
            dependencies: [
                "ListeningTestSupport", "Pipeline", "StorytellingService",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Benchmarks/RealtimeBenchmark", swiftSettings: swift),
        tests(
            of: "FamilyFolder",
            [
                "Artworks", "FailureModel", "Formwright", "Pipeline", "PipelineSQLite", "PipelineTestSupport",
                "RowQuery", "Storytelling", "StorytellingSQLite", "TestSupport", "WatchFolder",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
            ]),
        tests(
            of: "FamilyArchive",
            [
                "Accounts", "Archive", "Artworks", "FailureModel", "FamilyBooks", "Formwright", "HTTPService",
                "Pipeline", "PipelineSQLite", "StorytellingSQLite", "StorytellingService", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
            ]),
        tests(
            of: "StorytellingService",
            [
                "Accounts", "Artworks", "FailureModel", "Formwright", "HTTPService", "ListeningTestSupport",
                "LocalWorkers", "Pipeline",
                "PipelineSQLite", "PipelineTestSupport", "RowQuery", "RowQuerySQLite", "ServiceTestSupport",
                "Storytelling", "StorytellingResources", "StorytellingSQLite", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        tests(
            of: "PortfolioService",
            [
                "Accounts", "Audit", "FailureModel", "Formwright", "HTTPService", "LocalWorkers", "Pipeline",
                "PipelineSQLite", "Portfolio", "PortfolioInputs", "PortfolioResources", "ServiceTestSupport",
                "TestSupport", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]),
        .executableTarget(
            name: "rest-fixture",
            dependencies: [
                "HTTPService", "RowQuery", "RowQuerySQLite", "StorytellingService",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ], path: "Tests/RestFixture", swiftSettings: swift),
        tests(of: "PrometheusText", [.product(name: "CoreMetrics", package: "swift-metrics")]),
        tests(
            of: "FormwrightCLI",
            [
                "FailureModel", "FormModel", "Formwright", "Forms", "Pipeline", "Poppler", "Portfolio", "PortfolioBook",
                "TestSupport",
            ],
            exclude: ["Snapshots"]),

        .target(
            name: "PipelineTestSupport",
            dependencies: [
                "FailureModel", "Pipeline", "PipelineSQLite", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tests/PipelineTestSupport", swiftSettings: swift),
        tests(
            of: "Pipeline",
            [
                "FailureModel", "PipelineTestSupport",
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        tests(
            of: "PipelineSQLite",
            ["FailureModel", "PipelineTestSupport", .product(name: "GRDB", package: "GRDB.swift")]),
        .executableTarget(
            name: "StageHostFixture",
            dependencies: [
                "FailureModel", "Pipeline", "PipelineProcesses", "PipelineTestSupport",
                .product(name: "Logging", package: "swift-log"),
            ], path: "Tests/StageHostFixture", swiftSettings: swift),
        tests(
            of: "PipelineProcesses",
            [
                "FailureModel", "Pipeline", "PipelineTestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]),
        .target(
            name: "WatchFolderTestSupport",
            dependencies: ["DroppedArchive", "FailureModel", "Pipeline", "PipelineTestSupport", "WatchFolder"],
            path: "Tests/WatchFolderTestSupport", swiftSettings: swift),
        tests(
            of: "WatchFolder",
            [
                "WatchFolderTestSupport",
                "DroppedArchive", "FailureModel", "FileCollections", "FormModel", "Linux", "Pipeline", "PipelineSQLite",
                "PipelineTestSupport", .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "PipelineBenchmark",
            dependencies: [
                "Files", "Pipeline", "PipelineSQLite",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ], path: "Benchmarks/PipelineBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "TypesettingBenchmark",
            dependencies: [
                "FailureModel", "Files", "Typesetting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Benchmarks/TypesettingBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "PortfolioBenchmark",
            dependencies: [
                "FailureModel", "Files", "Portfolio", "PortfolioBook",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Benchmarks/PortfolioBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "StorybookBenchmark",
            dependencies: [
                "FailureModel", "Files", "Storybook", "Storytelling",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], path: "Benchmarks/StorybookBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "PortfolioInputBenchmark",
            dependencies: [
                "Pipeline", "PipelineTestSupport", "PortfolioInputs", .product(name: "Logging", package: "swift-log"),
            ], path: "Benchmarks/PortfolioInputBenchmark", swiftSettings: swift),
        .executableTarget(
            name: "http-baseline",
            dependencies: [
                "Accounts", "FailureModel", "Formwright", "HTTPService", "Pipeline",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], path: "Benchmarks/HTTPBaseline", swiftSettings: swift),
        // No test depends on the harness: it would be linked into the test program, and its write(2) with it.
        .target(name: "CCrashPoints", path: "Tests/CCrashPoints"),
        .executableTarget(
            name: "CrashHarness",
            dependencies: [
                "CCrashPoints", "DroppedArchive", "FailureModel", "FormModel", "Forms", "Formwright", "TestSupport",
                "Pipeline", "PipelineProcesses", "PipelineSQLite", "PipelineTestSupport", "WatchFolder",
                "WatchFolderTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], path: "Tests/CrashHarness", swiftSettings: swift),
    ],
    swiftLanguageModes: [.v6]
)
