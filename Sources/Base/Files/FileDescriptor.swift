package import FailureModel
package import Foundation

/// The descriptor of an open file, to be closed by its opener.
///
/// Every method blocks. Calls interrupted by a signal are repeated.
package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    package static let standardOutput = FileDescriptor(rawValue: STDOUT_FILENO)

    // MARK: Opening and closing

    /// Opens a file (`open`) without inheritance by child processes.
    ///
    /// `mode` has the permissions of a created file, before the process's umask is applied.
    package static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o666
    ) throws(SystemCallError) -> FileDescriptor {
        while true {
            let descriptor = Glibc.open(path, flags | O_CLOEXEC, mode)
            if descriptor >= 0 { return FileDescriptor(rawValue: descriptor) }
            if errno != EINTR { throw .last("open") }
        }
    }

    /// Whether this process or the machine cannot open any more files.
    package static var areExhausted: Bool {
        do {
            try open("/dev/null", O_RDONLY).close()
            return false
        } catch {
            return error.isOutOfFiles
        }
    }

    /// Closes the file.
    ///
    /// Some file systems report lost writes only now.
    package func close() throws(SystemCallError) {
        guard Glibc.close(rawValue) == 0 else { throw .last("close") }
    }

    /// Runs `body` and always closes the file.
    ///
    /// An error of `body` takes precedence over one of closing.
    package func closeAfter<T>(_ body: () throws(SystemCallError) -> T) throws(SystemCallError) -> T {
        let result: T
        do throws(SystemCallError) {
            result = try body()
        } catch {
            try? close()
            throw error
        }
        try close()
        return result
    }

    // MARK: Writing

    /// Writes all of `bytes` (`write`).
    package func writeAll(_ bytes: some ContiguousBytes) throws(SystemCallError) {
        let number: Int32 = bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(rawValue, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if count == 0 {
                    // POSIX does not provide for this, but failing is better than endless retries.
                    return EIO
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        if number != 0 { throw SystemCallError("write", number) }
    }

    /// Writes all of `bytes` to the file with a name for messages.
    ///
    /// - Throws: `output_unwritable` or `disk_full`.
    package func writeAll(_ bytes: some ContiguousBytes, to name: String) throws(Failure) {
        do throws(SystemCallError) {
            try writeAll(bytes)
        } catch {
            throw error.failure(writing: name)
        }
    }

    /// Truncates or extends the file (`ftruncate`).
    package func truncate(to size: Int) throws(SystemCallError) {
        guard ftruncate(rawValue, off_t(size)) == 0 else { throw .last("ftruncate") }
    }

    /// Flushes the file to disk (`fsync`).
    package func synchronise() throws(SystemCallError) {
        guard fsync(rawValue) == 0 else { throw .last("fsync") }
    }

    /// Flushes the names in a folder to disk (`fsync`).
    ///
    /// File systems that do not support this are left to their own guarantees.
    package static func synchronise(folder: String) throws(SystemCallError) {
        let descriptor = try open(folder, O_RDONLY | O_DIRECTORY)
        try descriptor.closeAfter { () throws(SystemCallError) in
            do throws(SystemCallError) {
                try descriptor.synchronise()
            } catch {
                if error.number != EINVAL { throw error }
            }
        }
    }

    // MARK: Reading

    /// The file's metadata (`fstat`).
    package func status() throws(SystemCallError) -> stat {
        var status = stat()
        guard fstat(rawValue, &status) == 0 else { throw .last("fstat") }
        return status
    }

    /// Returns the contents of a newly opened regular file, up to its current size.
    ///
    /// Data appended meanwhile is not read.
    ///
    /// - Throws: `EFBIG` if it has more than `limit` bytes, and `EINVAL` if it is not a regular file.
    package func readRegularFile(limit: Int = .max) throws(SystemCallError) -> Data {
        let size = try regularSize()
        guard size <= limit else { throw SystemCallError("read", EFBIG) }
        return try readUpTo(Int(size)) { buffer, _ in Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
    }

    /// Returns the bytes of a regular file in a range, clamped to the file's size.
    ///
    /// - Throws: `EINVAL` if it is not a regular file.
    package func readRegularFile(in range: Range<Int64>) throws(SystemCallError) -> Data {
        let range = range.clamped(to: 0..<(try regularSize()))
        return try readUpTo(range.count) { buffer, place in
            pread(rawValue, buffer.baseAddress, buffer.count, off_t(range.lowerBound) + off_t(place))
        }
    }

    private func regularSize() throws(SystemCallError) -> Int64 {
        let status = try status()
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemCallError("read", EINVAL) }
        return Int64(status.st_size)
    }

    /// Reads exactly `count` bytes; `nil` if the file ends earlier.
    package func read(exactly count: Int) throws(SystemCallError) -> Data? {
        let bytes = try readUpTo(count) { buffer, _ in Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
        return bytes.count == count ? bytes : nil
    }

    /// Reads once (`read`).
    ///
    /// - Returns: the number of bytes set in `buffer`; 0 at the end.
    package func read(into buffer: inout [UInt8]) throws(SystemCallError) -> Int {
        while true {
            let count = Glibc.read(rawValue, &buffer, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw .last("read") }
        }
    }

    /// Reads until there are `count` bytes or the file ends.
    ///
    /// `read` is the system call for the missing bytes; its second argument is the number of bytes already read.
    private func readUpTo(
        _ count: Int, _ read: (UnsafeMutableRawBufferPointer, Int) -> Int
    ) throws(SystemCallError) -> Data {
        var bytes = Data(count: count)
        let (filled, number): (Int, Int32) = bytes.withUnsafeMutableBytes { buffer in
            var filled = 0
            while filled < buffer.count {
                let more = read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), filled)
                if more > 0 {
                    filled += more
                } else if more == 0 {
                    break
                } else if errno != EINTR {
                    return (filled, errno)
                }
            }
            return (filled, 0)
        }
        if number != 0 { throw SystemCallError("read", number) }
        return filled == count ? bytes : bytes.prefix(filled)
    }

    // MARK: Locking

    /// The compatibility of a lock with other holders.
    package enum Lock: Sendable {
        /// Other holders of a shared lock.
        case shared
        /// No other holder.
        case exclusive
    }

    /// Waits for an advisory lock (`flock`).
    ///
    /// Release it with ``unlock()``: if it is only closed, a starting child process may keep it. It ends with the process.
    package func lock(_ lock: Lock) throws(SystemCallError) {
        let operation = lock == .shared ? LOCK_SH : LOCK_EX
        while flock(rawValue, operation) != 0 {
            guard errno == EINTR else { throw .last("flock") }
        }
    }

    /// Acquires the exclusive lock unless the file is locked already.
    ///
    /// - Returns: whether it was acquired.
    package func tryLock() throws(SystemCallError) -> Bool {
        while flock(rawValue, LOCK_EX | LOCK_NB) != 0 {
            if errno == EWOULDBLOCK { return false }
            guard errno == EINTR else { throw .last("flock") }
        }
        return true
    }

    /// Releases the lock before the file is closed.
    package func unlock() {
        _ = flock(rawValue, LOCK_UN)
    }
}
