import Foundation

/// The other processes that have a database file open.
///
/// Each connection to a file in WAL mode holds a lock on its shared memory. The kernel lists locks, without opening a
/// file: closing it would end this process's own locks.
enum FileUsers {
    /// The byte that SQLite locks for as long as a connection is open.
    private static let presence = 128

    /// Returns the numbers of the processes, 0 for an invisible one.
    static func processes(ofDatabase path: String) -> [Int32] {
        var status = stat()
        guard stat(path + "-shm", &status) == 0,
            let table = try? String(contentsOfFile: "/proc/locks", encoding: .utf8)
        else { return [] }
        let numbers = table.split(separator: "\n").compactMap { line -> Int32? in
            // "1: POSIX  ADVISORY  READ 4711 fe:01:123 128 128"; lines of waiting processes have "->".
            let fields = line.split(separator: " ")
            guard fields.count == 8, fields[1] == "POSIX", let process = Int32(fields[4]),
                fields[5].split(separator: ":").last == "\(status.st_ino)"[...], let first = Int(fields[6]),
                let last = Int(fields[7]) ?? (fields[7] == "EOF" ? Int.max : nil),
                (first...last).contains(presence)
            else { return nil }
            return process
        }
        return Set(numbers).subtracting([getpid()]).sorted()
    }
}
