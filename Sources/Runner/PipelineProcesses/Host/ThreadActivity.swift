import CStageProcess
import Foundation

/// The current state of the process's other threads, from `/proc/self/task`.
enum ThreadActivity {
    /// Whether any thread is waiting for a processor (`R`) or a disk (`D`).
    ///
    /// Such a thread is starved or slow, but not hung.
    static var areBusy: Bool {
        guard let tasks = opendir("/proc/self/task") else { return false }
        defer { closedir(tasks) }
        let own = String(stage_host_thread())
        while let entry = readdir(tasks) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != own, name.first?.isNumber == true else { continue }
            if let state = state(of: name), state == "R" || state == "D" { return true }
        }
        return false
    }

    /// Returns the state letter of a thread.
    ///
    /// It follows the name, which is in parentheses and may contain any character.
    private static func state(of thread: String) -> Character? {
        guard let file = fopen("/proc/self/task/\(thread)/stat", "re") else { return nil }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 512)
        let count = fread(&line, 1, line.count, file)
        guard let end = line[..<count].lastIndex(of: UInt8(ascii: ")")), end + 2 < count else { return nil }
        return Character(UnicodeScalar(line[end + 2]))
    }
}
