import ProcessTestSupport
import Domains
import FormsDomain
import FailureModel
import Foundation
import FormwrightCLI
import Pipeline
import TestSupport
import TestTraits
import Testing

/// The standard streams and the signals of the program, as shells and service managers use them.
@Suite("Commands: streams and signals", .blocking, .timeLimit(.minutes(30))) struct StreamTests {
    private let folder: TemporaryFolder
    private let form = TestData.url("forms/irs-8888.pdf").path
    private var store: [String: String] { ["FORMWRIGHT_STORE": folder.file("store").path] }

    init() throws { folder = try TemporaryFolder() }

    private func status(of code: ErrorCode) -> Int32 { ProgramErrors.table(of: Domains.all).exitStatus(of: code) }

    @Test("what cannot be written to standard output ends every command with its own status")
    func fullDisk() throws {
        try #require(try CommandLineTool.run(["documents", "add", form], environment: store).status == 0)
        let printing = [
            ["--help"], ["--version"], ["help", "fill"], ["status"], ["status", "--json"], ["documents", "list"],
            ["documents", "list", "--json"], ["jobs", "list"], ["jobs", "show", "1"], ["users", "list"],
            ["tokens", "list"], ["templates", "list", "--json"], ["families", "list"], ["families", "credentials"],
            ["account", "list"], ["audit"], ["inspect", form], ["inspect", form, "--json"],
            ["fill", form, "--set", "p1f1=Ada", "--check"], ["fill", form, "--set", "p1f1=Ada", "-o", "-"],
            ["backup", "-"],
        ]
        for arguments in printing {
            let whole = try CommandLineTool.run(arguments, environment: store)
            #expect(whole.status == 0 && !whole.output.isEmpty, "\(arguments): \(whole.errors)")
            let lost = try CommandLineTool.run(arguments, outputTo: "/dev/full", environment: store)
            #expect(lost.status == status(of: .diskFull), "\(arguments)")
            #expect(lost.errors.contains("standard output"), "\(arguments): \(lost.errors)")
        }
        // The error of the command counts, whatever becomes of what it printed.
        let unknown = "00000000-0000-4000-8000-000000000000"
        let refused = try CommandLineTool.run(
            ["documents", "show", unknown], outputTo: "/dev/full", environment: store)
        #expect(refused.status == 49)
    }

    @Test("a closed standard output is an error, and no file of the store takes its place")
    func closed() throws {
        let script = "exec \"$0\" documents list >&-"
        let process = ChildProcess()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, CommandLineTool.url.path]
        process.environment = ProcessInfo.processInfo.environment.merging(store) { $1 }
        process.setStandardError(errors)
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == status(of: .outputUnwritable), "\(text)")
        #expect(text.contains("standard output"))
        let files = try #require(FileManager.default.enumerator(atPath: folder.file("store").path))
        for case let name as String in files {
            let bytes = (try? Data(contentsOf: folder.file("store/\(name)"))) ?? Data()
            #expect(bytes.range(of: Data("STATE".utf8)) == nil, "\(name)")
        }
    }

    @Test("closed standard streams are reserved before the runtime opens a file")
    func reserved() throws {
        var builder = PDFBuilder()
        builder.add(PDFBuilder.Page(), widgets: [.init(x: 60, y: 80, width: 200, height: 20, "/FT /Tx /T (x)")])
        let form = try folder.write(builder.data(), "form.pdf").path
        for (command, status) in [
            ("export \(form) --empty >&-", status(of: .outputUnwritable)),
            ("inspect \(form) >&-", status(of: .outputUnwritable)),
            ("inspect \(form) >/dev/full 2>&-", status(of: .diskFull)),
        ] {
            let process = ChildProcess()
            let errors = Pipe()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "exec \"$0\" \(command)", CommandLineTool.url.path]
            process.setStandardError(errors)
            try process.run()
            let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == status, "\(command): \(text)")
            // Not "invalid argument", as of a descriptor that counts events.
            #expect(status == self.status(of: .diskFull) || text.contains("bad file descriptor"), "\(command): \(text)")
        }
    }

    @Test("a pipe that nobody reads ends a command by SIGPIPE, or with a status if that is ignored")
    func closedPipe() throws {
        let script = """
            import os, subprocess, sys
            for restores in (True, False):
                reading, writing = os.pipe()
                os.close(reading)
                ended = subprocess.run(sys.argv[1:], stdout=writing, restore_signals=restores, stderr=subprocess.PIPE)
                os.close(writing)
                print(ended.returncode, b"standard output" in ended.stderr)
            """
        try folder.write(script, "closed.py")
        let process = ChildProcess()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [folder.file("closed.py").path, CommandLineTool.url.path, "documents", "list"]
        process.environment = ProcessInfo.processInfo.environment.merging(store) { $1 }
        process.setStandardOutput(output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == "-\(SIGPIPE) False\n\(status(of: .outputUnwritable)) True\n")
    }

    /// Starts a program that runs until it is stopped, stops it as soon as it handles the signal, and returns its log.
    private func stopped(_ arguments: [String]) throws -> (status: Int32, log: String) {
        let log = try folder.write("", "log")
        let process = ChildProcess()
        process.executableURL = CommandLineTool.url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(store) { $1 }
        process.setStandardError(try FileHandle(forWritingTo: log))
        process.setStandardOutput(FileHandle.nullDevice)
        try process.run()
        func handlesSignal() -> Bool {
            let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
            return text.split(separator: "\n").contains { line in
                let parts = line.split(separator: "\t")
                guard parts.count == 2, ["SigIgn:", "SigCgt:"].contains(parts[0]) else { return false }
                return (UInt64(parts[1], radix: 16) ?? 0) >> UInt64(SIGTERM - 1) & 1 == 1
            }
        }
        while process.isRunning, !handlesSignal() { Thread.sleep(forTimeInterval: 0.02) }
        // The signal may be ignored for a moment before somebody waits for it.
        while process.isRunning {
            process.terminate()
            Thread.sleep(forTimeInterval: 0.2)
        }
        process.waitUntilExit()
        return (process.terminationStatus, try String(contentsOf: log, encoding: .utf8))
    }

    @Test(
        "a program that is asked to stop logs that it was asked, and that it has stopped",
        arguments: ["serve", "serve --no-workers", "worker", "watch inbox"])
    func terminated(_ command: String) throws {
        let inbox = folder.file("inbox")
        try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
        var arguments = command.split(separator: " ").map { $0 == "inbox" ? inbox.path : String($0) }
        if arguments[0] == "serve" { arguments += ["--port", "0"] }
        let ended = try stopped(arguments)
        let lines = ended.log.split(separator: "\n")
        #expect(ended.status == 0, "\(ended.log)")
        #expect(lines.filter { $0.contains(" notice asked to stop") }.count == 1, "\(ended.log)")
        #expect(lines.last?.hasSuffix(" notice stopped") == true, "\(ended.log)")
    }

    @Test("a damaged database ends watchers and workers with a clear error", arguments: ["documents", "jobs"])
    func damaged(_ table: String) throws {
        try #require(try CommandLineTool.run(["documents", "add", form], environment: store).status == 0)
        let script = """
            import sqlite3, sys
            path, table = sys.argv[1:]
            base = sqlite3.connect(path)
            base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            size = base.execute("PRAGMA page_size").fetchone()[0]
            roots = base.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = ? AND rootpage > 0", (table,))
            pages = [page for page, in roots]
            base.close()
            with open(path, "r+b") as file:
                for page in pages:
                    file.seek((page - 1) * size)
                    file.write(b"damage  " * (size // 8))
            """
        try Program.run("/usr/bin/python3", ["-c", script, folder.file("store/catalogue.sqlite").path, table])
        let inbox = folder.file("inbox")
        try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: form, toPath: inbox.path + "/w9.pdf")
        for arguments in [["watch", inbox.path, "--settle", "0"], ["worker"]] {
            let ended = try CommandLineTool.run(arguments, environment: store)
            #expect(ended.status == status(of: .storeDamaged), "\(arguments): \(ended.errors)")
            #expect(ended.errors.contains("formwright: The database of the store is damaged."), "\(ended.errors)")
        }
        // The file that was taken waits for the next run, on a store that is sound.
        let fresh = ["FORMWRIGHT_STORE": folder.file("other").path]
        let next = try CommandLineTool.run(["watch", inbox.path, "--once", "--settle", "0"], environment: fresh)
        #expect(next.status == 0, "\(next.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.file("outbox/w9.fields.json").path))
    }
}
