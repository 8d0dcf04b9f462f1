// swift-tools-version: 6.2

import PackageDescription

let swift: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .treatAllWarnings(as: .error),
]

/// The folders below Sources and Tests, in order: a module may import only from its own group and earlier groups.
enum Group: String {
    case c = "C"
    case base = "Base"
    case clients = "Clients"
    case libraries = "Libraries"
    case pdf = "PDF"
    case runner = "Runner"
    case service = "Service"
    case commandLine = "CommandLine"
    case portableText = "PortableText"
    case forms = "Forms"
    case trading = "Trading"
    case portfolio = "Portfolio"
    case families = "Families"
    case program = "Program"
}

/// A C library of Debian's: module map and shims only.
func cLibrary(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// A module in Sources/GROUP/NAME.
func module(
    _ name: String, in group: Group, _ dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(group.rawValue)/\(name)",
        swiftSettings: swift)
}

/// The pages, styles, scripts and descriptions of a group, which are part of the program.
func assets(_ name: String, in group: Group) -> Target {
    .target(
        name: name, dependencies: ["CAssets"], path: "Sources/\(group.rawValue)/\(name)", exclude: ["Files"])
}

/// What tests share, in Tests/GROUP/NAME.
func testSupport(
    _ name: String, in group: Group, _ dependencies: [Target.Dependency] = [], linkerSettings: [LinkerSetting]? = nil
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Tests/\(group.rawValue)/\(name)", swiftSettings: swift,
        linkerSettings: linkerSettings)
}

/// A program that tests start, or that is measured.
func program(_ name: String, path: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: swift)
}

/// Tests are compiled without optimisation in release builds, too, which takes a fraction of the time.
let testSwift = swift + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The tests of a group's modules: all of Tests/GROUP but what is excluded.
func tests(of group: Group, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: "\(group.rawValue)Tests", dependencies: dependencies, path: "Tests/\(group.rawValue)", exclude: exclude,
        swiftSettings: testSwift)
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let openCombine = Target.Dependency.product(name: "OpenCombine", package: "OpenCombine")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics")
let metricsTestKit = Target.Dependency.product(name: "MetricsTestKit", package: "swift-metrics")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let serviceLifecycleTestKit = Target.Dependency.product(
    name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let yams = Target.Dependency.product(name: "Yams", package: "Yams")

/// Makes Swift's own libraries a part of the program, which then starts in two thirds of the time and needs no toolchain where it
/// is installed.
///
/// `--static-swift-stdlib` would compile all modules with other flags than the tests, so that each build would repeat the last
/// one. The libraries are those that Foundation consists of.
///
/// None of the program's 64,000 symbols is exported, since the system's linker compares each symbol of each library with them.
/// The toolchain's own linker merges equal functions and packs the relocations, which take a twelfth of their room.
let staticSwift: [LinkerSetting] = {
    let isProgram = BuildSettingCondition.when(platforms: [.linux], configuration: .release)
    let linker = ["--no-export-dynamic", "--icf=safe", "-z", "pack-relative-relocs"].flatMap { ["-Xlinker", $0] }
    return [.unsafeFlags(["-static-stdlib", "-use-ld=lld"] + linker, isProgram)]
        + [
            "Foundation", "FoundationInternationalization", "FoundationEssentials", "CoreFoundation", "_FoundationICU",
            "_FoundationCShims", "_FoundationCollections", "dispatch", "BlocksRuntime",
        ].map { .linkedLibrary($0, isProgram) }
}()

let package = Package(
    name: "formwright",
    // What the client products need. The program is for Linux; nothing was built on Apple's systems.
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [
        .library(name: "Formwright", targets: ["FormReading", "Formwright"]),
        // Rich text for apps: nothing but Foundation. Its typesetting needs cairo and Pango.
        .library(name: "PortableText", targets: ["FailureModel", "PortableText", "Values"]),
        .library(name: "PortableTextPDF", targets: ["PortableText", "PortableTextPDF"]),
        // For kinds of content outside this package, and programs over them; docs/inside/adding-a-kind.md.
        .library(name: "Pipeline", targets: ["FailureModel", "Pipeline"]),
        .library(name: "PipelineTestSupport", targets: ["PipelineTestSupport"]),
        .library(
            name: "FormwrightCLI",
            targets: ["Domains", "FormwrightCLI", "HTTPService", "LocalStore", "PipelineSQL", "SQL", "WatchFolder"]),
        // For apps that talk to the service: nothing but Foundation and Observation, which tools/lint checks.
        .library(
            name: "FormwrightClient",
            targets: ["FormModel", "FormsAPI", "FormwrightClient", "Geometry", "ServiceConnection", "Values"]),
        .library(name: "TradingClient", targets: ["ServiceConnection", "TradingClient"]),
        .library(name: "PortfolioClient", targets: ["PortfolioClient", "ServiceConnection"]),
        .library(name: "FamiliesClient", targets: ["FamiliesClient", "ServiceConnection"]),
        .executable(name: "formwright", targets: ["FormwrightMain"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        // For a test only, which compiles the code of an app.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        module("FailureModel", in: .base),
        module("Files", in: .base, ["CAssets", "FailureModel", "Linux"]),
        module("Threads", in: .base),
        module("Values", in: .base),
        module("Geometry", in: .base),
        module("PDFSyntax", in: .base, ["FailureModel"]),
        module("Linux", in: .base, ["CLinux"]),

        module("ServiceConnection", in: .clients),
        module("TradingClient", in: .clients, ["ServiceConnection"]),
        module("PortfolioClient", in: .clients, ["ServiceConnection"]),
        module("FamiliesClient", in: .clients, ["ServiceConnection"]),

        // Without pkg-config: loaded with the first archive.
        cLibrary("CArchive", pkgConfig: nil, apt: "libarchive-dev"),
        cLibrary("CCairo", pkgConfig: "cairo-pdf", apt: "libcairo2-dev"),
        cLibrary("CCommonMark", pkgConfig: "libcmark", apt: "libcmark-dev"),
        // Without pkg-config: loaded with the first request to an object store.
        cLibrary("CCurl", pkgConfig: nil, apt: "libcurl4-openssl-dev"),
        cLibrary("CCrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
        cLibrary("CExif", pkgConfig: "libexif", apt: "libexif-dev"),
        // Fontconfig, which Pango draws text with, brings it anyway.
        cLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        // Without pkg-config: loaded with the first picture and the first scan.
        cLibrary("CLeptonica", pkgConfig: nil, apt: "libleptonica-dev"),
        // Without pkg-config: loaded with the first text that is hyphenated.
        cLibrary("CHyphen", pkgConfig: nil, apt: "libhyphen-dev"),
        cLibrary("CLinux", pkgConfig: nil, apt: "libc6-dev"),
        cLibrary("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
        // The flags of cairo, whose headers those of poppler include: loaded with the first page.
        cLibrary("CPoppler", pkgConfig: "cairo", apt: "libpoppler-glib-dev"),
        // Without pkg-config: loaded with the first connection to a server.
        cLibrary("CPQ", pkgConfig: nil, apt: "libpq-dev"),
        cLibrary("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
        // The flags of GLib: loaded with the first drawing.
        cLibrary("CRsvg", pkgConfig: "gobject-2.0", apt: "librsvg2-dev"),
        // Without pkg-config: GRDB links it.
        cLibrary("CSQLite", pkgConfig: nil, apt: "libsqlite3-dev"),
        cLibrary("CSSL", pkgConfig: "libssl", apt: "libssl-dev"),
        .target(name: "CAssets", path: "Sources/C/CAssets"),
        .target(name: "CStageProcess", path: "Sources/C/CStageProcess"),
        .target(name: "CStandardStreams", path: "Sources/C/CStandardStreams"),
        cLibrary("CTesseract", pkgConfig: nil, apt: "libtesseract-dev"),
        // The flags of GLib, whose headers those of libvips include: loaded with the first picture.
        cLibrary("CVips", pkgConfig: "gobject-2.0", apt: "libvips-dev"),
        cLibrary("CZlib", pkgConfig: nil, apt: "zlib1g-dev"),

        module("LibCrypto", in: .libraries, ["CCrypto"]),
        module("LibSSL", in: .libraries, ["CSSL", "LibCrypto"]),
        module("Archive", in: .libraries, ["CArchive"]),
        module("Cairo", in: .libraries, ["CCairo", "CPango", "Geometry", "Values"]),
        module("Curl", in: .libraries, ["CCurl"]),
        module("Expat", in: .libraries, ["CExpat"]),
        module("Hyphenation", in: .libraries, ["CHyphen"]),
        module("Markdown", in: .libraries, ["CCommonMark"]),
        module("PictureHeaders", in: .libraries, ["CExif", "Geometry"]),
        module("Poppler", in: .libraries, ["CCairo", "CPoppler", "Geometry"]),
        module("PostgreSQL", in: .libraries, ["CPQ", "SQL", "Threads"]),
        module("QPDF", in: .libraries, ["CQPDF", "Geometry", "PDFSyntax"]),
        module("Rsvg", in: .libraries, ["Cairo", "CCairo", "CRsvg"]),
        module("Tesseract", in: .libraries, ["CLeptonica", "CTesseract", "Geometry", "PictureHeaders"]),
        module("Vips", in: .libraries, ["CVips"]),
        module("YAML", in: .libraries, [yams]),
        module("SQL", in: .libraries),
        module("SQLite", in: .libraries, ["CSQLite", "SQL", "Threads", grdb, grdbSQLite]),
        module("Spreadsheet", in: .libraries, ["Archive", "Expat", "Values"]),
        module("Zlib", in: .libraries, ["CZlib"]),

        module("PDFAssembly", in: .pdf, ["FailureModel", "Files", "LibCrypto", "PDFSyntax", "QPDF", "Zlib"]),
        module(
            "Typesetting", in: .pdf,
            [
                "Cairo", "FailureModel", "Files", "Geometry", "LibCrypto", "PDFSyntax", "PictureHeaders", "Poppler",
                "Values", "Zlib",
            ]),

        module(
            "Pipeline", in: .runner,
            ["FailureModel", "Files", "LibCrypto", "Threads", "Values", coreMetrics, logging, serviceLifecycle, yams]),
        module(
            "PipelineSQL", in: .runner, ["FailureModel", "Files", "Pipeline", "PostgreSQL", "SQL", "SQLite", "Threads"]),
        module(
            "ObjectStore", in: .runner,
            ["Curl", "Expat", "FailureModel", "Files", "LibCrypto", "Pipeline", "Threads", "Values"]),
        module(
            "PipelineProcesses", in: .runner,
            [
                "CStageProcess", "FailureModel", "Files", "ObjectStore", "Pipeline", "Threads", coreMetrics, logging,
                serviceLifecycle,
            ]),
        module("ChildPrograms", in: .runner, ["CStageProcess", "FailureModel", "Files", "Pipeline"]),
        module("Audit", in: .runner, ["Pipeline", "PipelineSQL", "SQL"]),
        module(
            "FileCollections", in: .runner, ["FailureModel", "Pipeline", "PipelineSQL", "SQL", "Threads"]),
        module("PrometheusText", in: .runner, [coreMetrics]),
        module("DroppedArchive", in: .runner, ["Archive", "FailureModel", "Files", "Pipeline"]),
        module(
            "WatchFolder", in: .runner,
            [
                "DroppedArchive", "FailureModel", "FileCollections", "Files", "LibCrypto", "Linux", "Pipeline",
                "PipelineProcesses", "Threads", coreMetrics, logging, serviceLifecycle,
            ]),
        module(
            "LocalStore", in: .runner,
            [
                "Archive", "Audit", "FailureModel", "FileCollections", "Files", "LibCrypto", "ObjectStore", "Pipeline",
                "PipelineSQL", "PostgreSQL", "SQL", "SQLite", "Threads", "WatchFolder", logging, serviceLifecycle,
            ]),
        module(
            "LocalWorkers", in: .runner,
            [
                "FailureModel", "Files", "LocalStore", "Pipeline", "PipelineProcesses", "PrometheusText", "Threads",
                logging, serviceLifecycle, unixSignals,
            ]),
        module(
            "StoreCopy", in: .runner,
            ["FailureModel", "LocalStore", "Pipeline", "PipelineSQL", "Threads"]),
        module(
            "Backup", in: .runner,
            [
                "Archive", "FailureModel", "Files", "LibCrypto", "Linux", "LocalStore", "Pipeline", "PipelineSQL",
                "SQL",
            ]),

        module(
            "HTTPService", in: .service,
            [
                "Audit", "CServiceAssets", "Cairo", "FailureModel", "Files", "LibCrypto", "LibSSL", "Linux",
                "LocalStore", "Pipeline", "PipelineProcesses", "PipelineSQL", "Threads", coreMetrics,
                hummingbird,
                hummingbirdCore, logging, mustache, nioCore, nioHTTP1, nioWebSocket, serviceLifecycle, yams,
            ]),
        module(
            "Users", in: .service,
            [
                "Audit", "FailureModel", "Files", "HTTPService", "LibCrypto", "LocalStore", "Pipeline", "PipelineSQL",
                "SQL", "Threads",
            ]),
        assets("CUsersAssets", in: .service),
        module(
            "UsersService", in: .service,
            [
                "Audit", "CUsersAssets", "FailureModel", "Files", "HTTPService", "LocalStore", "Pipeline",
                "Users",
                hummingbird,
            ]),
        module(
            "Webhooks", in: .service,
            [
                "ChildPrograms", "Curl", "FailureModel", "Files", "HTTPService", "LibCrypto", "LocalStore", "Pipeline",
                "PipelineSQL", "SQL", "Threads", "Users", coreMetrics, logging, serviceLifecycle,
            ]),
        assets("CWebhooksAssets", in: .service),
        module(
            "WebhooksService", in: .service,
            [
                "CWebhooksAssets", "FailureModel", "Files", "HTTPService", "Pipeline", "Webhooks", hummingbird,
            ]),
        module("RowQuery", in: .service, ["Values"]),
        module("RowQuerySQL", in: .service, ["RowQuery", "SQL"]),
        assets("CServiceAssets", in: .service),

        module(
            "FormwrightCLI", in: .commandLine,
            [
                "Audit", "Backup", "ChildPrograms", "CStandardStreams", "FailureModel", "Files", "HTTPService", "Linux",
                "LocalStore", "LocalWorkers", "Pipeline", "PipelineProcesses", "PipelineSQL", "PrometheusText",
                "StoreCopy", "Threads", "Users", "UsersService", "Values", "WatchFolder", "Webhooks", "WebhooksService",
                argumentParser, coreMetrics, logging, serviceLifecycle,
            ]),

        module("FormModel", in: .forms, ["Geometry", "Values"]),
        module("PageRectification", in: .forms, ["Geometry"]),
        .target(name: "CScorerModel", path: "Sources/Forms/CScorerModel", exclude: ["scorer-model.bin"]),
        module(
            "FormImport", in: .forms,
            [
                "Cairo", "FailureModel", "Files", "FormModel", "LibCrypto", "PDFAssembly", "PDFSyntax",
                "PageRectification", "PictureHeaders", "Poppler", "QPDF", "Tesseract", "Values", "Zlib",
            ]),
        module("FormDetection", in: .forms, ["CScorerModel", "FormImport", "FormModel", "LibCrypto", "Tesseract"]),
        module("KnownForms", in: .forms, ["FailureModel", "FormDetection", "FormModel", "PageRectification", "Zlib"]),
        module(
            "FormFilling", in: .forms,
            [
                "Cairo", "Expat", "FailureModel", "Files", "FormImport", "FormModel", "LibCrypto", "PDFAssembly",
                "PDFSyntax", "PictureHeaders", "Poppler", "PortableText", "QPDF", "Spreadsheet", "Typesetting",
                "Values", "YAML",
            ]),
        module(
            "Formwright", in: .forms,
            [
                "FailureModel", "Files", "FormDetection", "FormFilling", "FormImport", "FormModel", "KnownForms",
                "LibCrypto", "Linux", "PortableText", "QPDF", "Tesseract", "Threads",
            ]),
        module(
            "FormReading", in: .forms,
            [
                "Archive", "FailureModel", "Files", "FormDetection", "FormFilling", "FormImport", "FormModel",
                "Formwright",
                "KnownForms", "QPDF", "Tesseract", "Threads",
            ]),
        module("FormsAPI", in: .forms, ["FormModel"]),
        assets("CFormsAssets", in: .forms),
        module(
            "FormsDomain", in: .forms,
            [
                "Archive", "FailureModel", "Files", "FormDetection", "FormFilling", "FormImport", "FormModel",
                "FormReading", "Formwright", "KnownForms", "LibCrypto", "LocalStore", "Pipeline", "PipelineSQL", "SQL",
                "Tesseract", "Threads", logging, serviceLifecycle,
            ]),
        module(
            "FormsService", in: .forms,
            [
                "Audit", "CFormsAssets", "FailureModel", "Files", "FormFilling", "FormImport", "FormModel",
                "FormReading",
                "FormsAPI", "FormsDomain", "Formwright", "HTTPService", "LocalStore", "LocalWorkers", "Pipeline",
                "PipelineSQL",
                "Threads", hummingbird, nioCore,
            ]),
        module(
            "FormsCommands", in: .forms,
            [
                "ChildPrograms", "FailureModel", "Files", "FormFilling", "FormImport", "FormModel", "FormReading",
                "FormsAPI",
                "FormsDomain", "FormsService", "Formwright", "FormwrightCLI", "Linux", "LocalStore", "LocalWorkers",
                "Pipeline", "PipelineProcesses", "Threads",
                argumentParser,
                logging,
            ]),
        module("FormwrightClient", in: .forms, ["FormModel", "FormsAPI", "ServiceConnection"]),

        assets("CPortableTextAssets", in: .portableText),
        module("PortableText", in: .portableText, ["FailureModel", "Values"]),
        module(
            "PortableTextPDF", in: .portableText,
            ["FailureModel", "Geometry", "Hyphenation", "PortableText", "Typesetting", "Values", "Vips"]),
        module("DatasetExport", in: .portableText, ["Archive", "FailureModel", "Files", "PortableText", "Values"]),
        module(
            "PortableTextDomain", in: .portableText,
            ["FailureModel", "Files", "LocalStore", "Pipeline", "PortableText", "PortableTextPDF", "Typesetting"]),
        module(
            "PortableTextService", in: .portableText,
            [
                "Audit", "CPortableTextAssets", "FailureModel", "Files", "HTTPService", "LocalStore", "Pipeline",
                "PortableText", "PortableTextDomain", "Values", hummingbird,
            ]),
        module(
            "PortableTextCommands", in: .portableText,
            [
                "DatasetExport", "FailureModel", "Files", "FormwrightCLI", "LocalStore", "PortableText",
                "PortableTextDomain", "PortableTextPDF", "PortableTextService", "Threads", "Values", argumentParser,
            ]),

        module("Trading", in: .trading, ["FailureModel", "LibCrypto", "Values"]),
        module("TradingAPI", in: .trading, ["FailureModel", "Trading"]),
        module("BrokerFiles", in: .trading, ["Expat", "FailureModel", "Files", "Pipeline", "Trading", "Values"]),
        module("AccountStatement", in: .trading, ["FailureModel", "Geometry", "Trading", "Typesetting"]),
        assets("CTradingAssets", in: .trading),
        module(
            "TradingDomain", in: .trading,
            [
                "AccountStatement", "BrokerFiles", "ChildPrograms", "FailureModel", "FileCollections", "Files",
                "Geometry", "LocalStore", "Pipeline", "Trading", "TradingAPI", "Typesetting", "WatchFolder",
            ]),
        module(
            "TradingService", in: .trading,
            [
                "Audit", "BrokerFiles", "CTradingAssets", "FailureModel", "FileCollections", "Files", "HTTPService",
                "LocalStore", "Pipeline", "PipelineSQL", "Threads", "Trading", "TradingAPI", "TradingDomain",
                hummingbird, nioCore,
            ]),
        module(
            "TradingCommands", in: .trading,
            [
                "Audit", "FailureModel", "FileCollections", "Files", "FormwrightCLI", "HTTPService", "LocalStore",
                "LocalWorkers", "Pipeline", "QPDF", "Trading", "TradingAPI", "TradingDomain", "TradingService", "Users",
                "WatchFolder", argumentParser, logging,
            ]),

        module("Portfolio", in: .portfolio, ["FailureModel", "Values"]),
        module(
            "PortfolioInputs", in: .portfolio,
            [
                "ChildPrograms", "Expat", "FailureModel", "Files", "FormDetection", "FormImport", "FormModel",
                "Markdown", "PictureHeaders", "Pipeline", "Poppler", "Portfolio", "QPDF", "Rsvg", "Tesseract", "Values",
                "Vips",
            ]),
        module(
            "PortfolioBook", in: .portfolio,
            ["FailureModel", "Geometry", "PictureHeaders", "Portfolio", "Typesetting", "Vips"]),
        module("PortfolioFiles", in: .portfolio, ["FailureModel", "Files", "Pipeline", "Portfolio", "YAML"]),
        module(
            "PortfolioFolder", in: .portfolio,
            [
                "DroppedArchive", "FailureModel", "Files", "Pipeline", "Portfolio", "PortfolioFiles", "Threads",
                "WatchFolder",
            ]),
        assets("CPortfolioAssets", in: .portfolio),
        module(
            "PortfolioDomain", in: .portfolio,
            [
                "ChildPrograms", "DroppedArchive", "FailureModel", "Files", "FormImport", "Geometry", "LocalStore",
                "Pipeline", "Poppler", "Portfolio", "PortfolioBook", "PortfolioFolder", "PortfolioInputs",
                "Typesetting",
            ]),
        module(
            "PortfolioService", in: .portfolio,
            [
                "Audit", "CPortfolioAssets", "FailureModel", "Files", "HTTPService", "LocalStore", "LocalWorkers",
                "Pipeline", "PipelineSQL", "Portfolio", "PortfolioDomain", "PortfolioFiles", "PortfolioInputs",
                "Threads", "Values", hummingbird, logging, nioCore, serviceLifecycle,
            ]),
        module(
            "PortfolioCommands", in: .portfolio,
            [
                "FailureModel", "Files", "FormwrightCLI", "LocalStore", "LocalWorkers", "Pipeline", "Portfolio",
                "PortfolioBook", "PortfolioDomain", "PortfolioFiles", "PortfolioFolder", "PortfolioInputs",
                "PortfolioService", "Threads", "WatchFolder", argumentParser, logging,
            ]),

        module("Families", in: .families, ["RowQuery", "Values"]),
        module(
            "FamiliesSQL", in: .families,
            ["FailureModel", "Families", "Pipeline", "PipelineSQL", "RowQuery", "RowQuerySQL", "SQL"]),
        module("Artworks", in: .families, ["FailureModel", "Pipeline", "Vips"]),
        module(
            "Storybook", in: .families,
            ["Artworks", "FailureModel", "Families", "Geometry", "PictureHeaders", "Typesetting", "Values", "Vips"]),
        module(
            "FamiliesDomain", in: .families,
            ["Artworks", "FailureModel", "Families", "Files", "Pipeline", "Storybook"]),
        module(
            "FamilyBooks", in: .families,
            [
                "FailureModel", "Families", "FamiliesDomain", "FamiliesSQL", "Files", "Pipeline", "PipelineSQL", "SQL",
                "Storybook", "Threads", "Values",
            ]),
        module(
            "FamilyFolder", in: .families,
            [
                "Artworks", "FailureModel", "Families", "FamiliesDomain", "FamiliesSQL", "FamilyBooks", "Pipeline",
                "PipelineSQL", "Storybook", "WatchFolder",
            ]),
        module(
            "FamilyArchive", in: .families,
            [
                "Archive", "Artworks", "FailureModel", "Families", "FamiliesDomain", "FamiliesSQL", "Files",
                "LibCrypto", "LocalStore", "Pipeline", "PipelineSQL", "RowQuery", "RowQuerySQL", "SQL", "Threads",
                "Users", "Values",
            ]),
        assets("CFamiliesAssets", in: .families),
        module(
            "FamiliesService", in: .families,
            [
                "Artworks", "CFamiliesAssets", "FailureModel", "Families", "FamiliesDomain", "FamiliesSQL",
                "FamilyArchive", "FamilyBooks", "FamilyFolder", "Files", "FormsDomain", "HTTPService", "LocalStore",
                "Pipeline", "PipelineSQL", "RowQuery", "RowQuerySQL", "SQL", "Storybook", "Threads", "Users",
                "Webhooks",
                coreMetrics, hummingbird, logging, nioCore, nioHTTP1, serviceLifecycle,
            ]),
        module(
            "FamiliesCommands", in: .families,
            [
                "FailureModel", "Families", "FamiliesService", "FamiliesSQL", "FamilyArchive", "Files",
                "FormwrightCLI", "HTTPService", "LocalStore", "Pipeline", "Threads", "Users", "Webhooks",
                argumentParser,
                logging,
            ]),

        module(
            "Domains", in: .program,
            [
                "FamiliesCommands", "FormsCommands", "FormwrightCLI", "LocalStore", "PortableTextCommands",
                "PortfolioCommands", "TradingCommands",
            ]),
        .executableTarget(
            name: "FormwrightMain", dependencies: ["Domains", "FormwrightCLI"],
            path: "Sources/Program/FormwrightMain",
            swiftSettings: swift, linkerSettings: staticSwift),
        // What tools/train-detector learns from.
        program(
            "detector-trace", path: "Sources/Program/DetectorTrace",
            ["FormDetection", "FormImport", "FormModel", "Tesseract"]),
        // What tools/evaluate-known measures.
        program(
            "known-forms-trace", path: "Sources/Program/KnownFormsTrace",
            ["FormDetection", "FormImport", "FormModel", "Formwright", "KnownForms"]),

        // What docs/inside/adding-a-kind.md builds, compiled as a stranger would: without the package's own declarations.
        .executableTarget(
            name: "memos",
            dependencies: [
                "Domains", "FailureModel", "FormwrightCLI", "HTTPService", "LocalStore", "Pipeline", "PipelineSQL",
                "SQL", "WatchFolder", argumentParser, hummingbird,
            ],
            path: "Examples/Memos/Sources/memos", packageAccess: false, swiftSettings: swift),
        program(
            "http-baseline", path: "Benchmarks/HTTPBaseline",
            [
                "Domains", "FailureModel", "HTTPService", "LocalStore", "Pipeline", "Users", argumentParser,
                hummingbird, logging, serviceLifecycle,
            ]),
        program(
            "formwright-bench", path: "Benchmarks/formwright-bench",
            [
                "AccountStatement", "FailureModel", "Files", "FormDetection", "FormFilling", "FormImport", "FormModel",
                "FormsDomain", "Formwright", "KnownForms", "Pipeline", "PipelineSQL", "QPDF", "Tesseract", "Threads",
                "Trading", "TradingAPI", "Typesetting", argumentParser, logging,
            ]),
        program(
            "TypesettingBenchmark", path: "Benchmarks/TypesettingBenchmark",
            ["FailureModel", "Files", "Typesetting", argumentParser]),
        program(
            "StorybookBenchmark", path: "Benchmarks/StorybookBenchmark",
            ["FailureModel", "Families", "Files", "Storybook", argumentParser]),
        program(
            "RealtimeBenchmark", path: "Benchmarks/RealtimeBenchmark",
            ["FamiliesService", "ListeningTestSupport", argumentParser]),
        program(
            "PortfolioInputBenchmark", path: "Benchmarks/PortfolioInputBenchmark",
            ["Pipeline", "PipelineTestSupport", "PortfolioInputs", logging]),
        program(
            "PortfolioBenchmark", path: "Benchmarks/PortfolioBenchmark",
            ["FailureModel", "Files", "Portfolio", "PortfolioBook", argumentParser]),
        program(
            "ObjectStoreBenchmark", path: "Benchmarks/ObjectStoreBenchmark",
            ["ObjectStore", "Pipeline", argumentParser]),
        program(
            "PipelineBenchmark", path: "Benchmarks/PipelineBenchmark",
            ["Files", "Pipeline", "PipelineSQL", "PostgreSQL", argumentParser, logging]),

        tests(
            of: .base,
            ["FailureModel", "Files", "ProcessTestSupport", "TestSupport", "TestTraits", "Threads", "Values"],
            exclude: ["FolderTestSupport", "TestSupport", "TestTraits", "ProcessTestSupport"]),
        testSupport("FolderTestSupport", in: .base),
        testSupport("ProcessTestSupport", in: .base, ["CLinux"]),
        testSupport("TestTraits", in: .base),
        testSupport(
            "TestSupport", in: .base,
            [
                "Archive", "CLeptonica", "FolderTestSupport", "Geometry", "Poppler", "ProcessTestSupport",
            ],
            linkerSettings: [.linkedLibrary("lept")]),

        tests(
            of: .libraries,
            [
                "Archive", "Cairo", "FolderTestSupport", "FormModel", "Poppler", "PostgreSQL", "PostgreSQLTestSupport",
                "QPDF", "Spreadsheet", "SQL", "SQLite", "Tesseract", "TestSupport", "TestTraits", "Vips",
            ],
            exclude: ["PostgreSQLTestSupport", "SQLTestSupport"]),
        testSupport(
            "PostgreSQLTestSupport", in: .libraries, ["PostgreSQL", "ProcessTestSupport", "SQL"]),
        testSupport(
            "SQLTestSupport", in: .libraries,
            ["FolderTestSupport", "PostgreSQL", "PostgreSQLTestSupport", "SQL", "SQLite"]),

        tests(
            of: .pdf,
            [
                "FailureModel", "FormModel", "PDFAssembly", "PDFSyntax", "QPDF", "TestSupport", "TestTraits",
                "Typesetting",
            ]),

        tests(
            of: .runner,
            [
                "Archive", "ChildPrograms", "Curl", "DroppedArchive", "FailureModel", "FileCollections", "Files",
                "LibCrypto", "Linux", "LocalWorkers", "ObjectStore", "Pipeline", "PipelineProcesses", "PipelineSQL",
                "PipelineTestSupport", "PostgreSQL", "PostgreSQLTestSupport", "ProcessTestSupport", "PrometheusText",
                "SQL",
                "SQLite", "TestSupport", "TestTraits", "WatchFolder",
                "WatchFolderTestSupport", coreMetrics, grdb, logging, metricsTestKit, serviceLifecycle,
                serviceLifecycleTestKit,
            ],
            exclude: [
                "CCrashPoints", "CrashHarness", "PipelineTestSupport", "StageHostFixture", "WatchFolderTestSupport",
            ]),
        testSupport(
            "PipelineTestSupport", in: .runner,
            [
                "FailureModel", "Files", "FolderTestSupport", "Pipeline", "PipelineSQL", "PostgreSQL",
                "PostgreSQLTestSupport", "ProcessTestSupport", "SQL", "SQLTestSupport", "Threads", logging,
            ]),
        program(
            "StageHostFixture", path: "Tests/Runner/StageHostFixture",
            ["FailureModel", "Pipeline", "PipelineProcesses", "PipelineTestSupport", logging]),
        testSupport(
            "WatchFolderTestSupport", in: .runner,
            ["DroppedArchive", "FailureModel", "Pipeline", "PipelineTestSupport", "WatchFolder"]),
        program(
            "CrashHarness", path: "Tests/Runner/CrashHarness",
            [
                "CCrashPoints", "DroppedArchive", "FailureModel", "FormFilling", "FormModel", "Formwright", "Pipeline",
                "PipelineProcesses", "PipelineSQL", "PipelineTestSupport", "ProcessTestSupport", "TestSupport",
                "WatchFolder", "WatchFolderTestSupport", argumentParser, logging, serviceLifecycle, unixSignals,
            ]),
        // No test depends on the harness: it would be linked into the test program, and its write(2) with it.
        .target(name: "CCrashPoints", path: "Tests/Runner/CCrashPoints"),

        tests(
            of: .service,
            [
                "Audit", "FailureModel", "HTTPService", "LibCrypto", "LocalStore", "Pipeline", "PipelineSQL",
                "PipelineTestSupport", "RowQuery", "RowQuerySQL", "ServiceTestSupport", "SQL", "SQLTestSupport",
                "TestSupport", "TestTraits", "Users", "Webhooks", "WebhooksService", hummingbird,
                nioCore, nioEmbedded, nioHTTP1, nioPosix, nioWebSocket, logging, serviceLifecycle,
            ],
            exclude: ["ServiceTestSupport"]),
        testSupport(
            "ServiceTestSupport", in: .service,
            [
                "FailureModel", "HTTPService", "LocalStore", "LocalWorkers", "Pipeline", "PipelineSQL",
                "PipelineTestSupport", "SQLTestSupport", "TestSupport", "Users", "UsersService", hummingbird, logging,
                serviceLifecycle,
            ]),

        tests(
            of: .forms,
            [
                "Audit", "BrokerFiles", "CFamiliesAssets", "CFormsAssets", "CPortableTextAssets", "CPortfolioAssets",
                "CServiceAssets", "CTradingAssets", "CUsersAssets", "CWebhooksAssets", "Domains", "FailureModel",
                "FileCollections",
                "Files",
                "FormDetection", "FormFilling", "FormImport", "FormModel", "FormReading", "FormsAPI", "FormsDomain",
                "FormsService",
                "Formwright", "FormwrightClient", "Geometry", "HTTPService", "KnownForms", "LocalStore", "ObjectStore",
                "PDFAssembly",
                "PageRectification", "Pipeline", "PipelineSQL", "PipelineTestSupport", "Poppler", "PortableTextService",
                "PortfolioService",
                "ProcessTestSupport",
                "QPDF", "ServiceTestSupport", "Spreadsheet", "SQL", "SQLTestSupport", "Tesseract", "TestSupport",
                "TestTraits",
                "Trading", "TradingAPI",
                "TradingDomain", "TradingService", "Users", "Webhooks", "WebhooksService", hummingbird, nioCore,
            ]),

        tests(
            of: .portableText,
            [
                "DatasetExport", "Domains", "FailureModel", "Files", "FormModel", "Hyphenation", "FormsDomain",
                "LocalStore", "Pipeline",
                "PipelineTestSupport",
                "Poppler", "PortableText", "PortableTextDomain", "PortableTextPDF", "TestSupport", "TestTraits",
            ]),

        tests(
            of: .trading,
            [
                "AccountStatement", "BrokerFiles", "ChildPrograms", "Domains", "FailureModel", "FileCollections",
                "Files", "FormsDomain", "LocalStore", "Pipeline", "PipelineSQL", "PipelineTestSupport",
                "ServiceTestSupport", "SQLTestSupport", "TestSupport", "TestTraits", "Trading", "TradingAPI",
                "TradingDomain", "Typesetting",
            ],
            exclude: ["Beancount", "OFX"]),

        tests(
            of: .portfolio,
            [
                "Archive", "Audit", "Domains", "DroppedArchive", "FailureModel", "Files", "FormImport", "FormModel",
                "FormsDomain", "Geometry", "HTTPService", "LibCrypto", "LocalStore", "LocalWorkers", "Markdown",
                "Pipeline", "PipelineProcesses", "PipelineTestSupport", "Poppler", "Portfolio", "PortfolioBook",
                "PortfolioDomain", "PortfolioFiles", "PortfolioFolder", "PortfolioInputs", "PortfolioService",
                "ProcessTestSupport", "ServiceTestSupport", "SQLTestSupport", "Tesseract", "TestSupport", "TestTraits",
                "Typesetting", "Users", "Values", "Vips", "WatchFolder", "WatchFolderTestSupport", logging, openCombine,
            ],
            exclude: ["PortfolioStageFixture"]),
        program(
            "PortfolioStageFixture", path: "Tests/Portfolio/PortfolioStageFixture",
            ["Domains", "LocalStore", "Pipeline", "PipelineProcesses"]),

        tests(
            of: .families,
            [
                "Archive", "Artworks", "CFamiliesAssets", "Domains", "FailureModel", "Families", "FamiliesDomain",
                "FamiliesService", "FamiliesSQL", "FamilyArchive", "FamilyBooks", "FamilyFolder", "Files", "FormModel",
                "FormsDomain", "HTTPService", "LibCrypto", "ListeningTestSupport", "LocalStore", "Pipeline",
                "PipelineSQL", "PipelineTestSupport", "RowFixture", "RowQuery", "RowQuerySQL", "ServiceTestSupport",
                "SQL", "SQLTestSupport", "Storybook", "TestSupport", "TestTraits", "Threads", "Typesetting", "Users",
                "WatchFolder",
                "WatchFolderTestSupport", "Webhooks", hummingbird, logging, serviceLifecycle,
            ],
            exclude: [
                "ListeningTestSupport", "RestFixture", "RowComparison", "RowFixture", "SupabaseClient",
                "family_page.py", "family_year.py",
            ]),
        testSupport(
            "ListeningTestSupport", in: .families,
            [
                "Domains", "Families", "FamiliesService", "FamiliesSQL", "HTTPService", "LocalStore", "Pipeline",
                "PipelineSQL", "RowQuery", "ServiceTestSupport", "SQL", logging, nioCore, nioPosix,
            ]),
        testSupport(
            "RowFixture", in: .families,
            [
                "FamiliesService", "HTTPService", "RowQuery", "RowQuerySQL", "SQL", hummingbird, logging,
            ]),
        program(
            "rest-fixture", path: "Tests/Families/RestFixture",
            ["PostgreSQL", "RowFixture", "RowQuerySQL", "SQL", "SQLite", argumentParser, hummingbird]),

        tests(
            of: .program,
            [
                "Backup", "Domains", "FailureModel", "FamiliesService", "FormFilling", "FormImport", "FormModel",
                "FamiliesClient", "FormsAPI", "FormsDomain", "Formwright", "FormwrightCLI", "FormwrightClient",
                "Geometry",
                "HTTPService", "ListeningTestSupport", "LocalStore", "PackageSamples", "Pipeline", "PipelineSQL",
                "Poppler", "Portfolio", "PortfolioBook", "PortfolioClient", "PortfolioDomain",
                "PostgreSQLTestSupport", "ProcessTestSupport", "SQL", "Samples", "ServiceConnection", "StoreCopy",
                "TestSupport", "TestTraits", "TradingClient", "Users", logging,
            ],
            exclude: ["Browser", "Cluster", "FormwrightCLITests/Snapshots", "Samples", "Soak"]),
        // The samples of README, docs and doc comments: those of products compiled as a stranger would, the others with
        // package access. DocumentationTests compares them with the pages.
        .target(
            name: "Samples",
            dependencies: [
                "FamiliesClient", "FormModel", "FormReading", "FormsAPI", "Formwright", "FormwrightClient", "Pipeline",
                "PipelineTestSupport", "PortableText", "PortableTextPDF", "PortfolioClient", "TradingClient", logging,
            ],
            path: "Tests/Program/Samples/Public", packageAccess: false,
            swiftSettings: swift),
        .target(
            name: "PackageSamples",
            dependencies: [
                "FormsDomain", "LocalStore", "Pipeline", "PipelineProcesses", "PipelineSQL", "SQL", "Typesetting",
                argumentParser, logging, serviceLifecycle, unixSignals,
            ], path: "Tests/Program/Samples/Package", swiftSettings: swift),
    ],
    swiftLanguageModes: [.v6]
)
