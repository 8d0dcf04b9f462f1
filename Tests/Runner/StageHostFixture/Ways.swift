import Foundation
import Synchronization

/// Ways of ruining a process.
enum Ways {
    static func die(_ how: String) {
        switch how {
        case "SIGSEGV":
            let nowhere = UnsafeMutablePointer<Int>(bitPattern: 8)
            nowhere?.pointee = 1
        case "SIGABRT": abort()
        case "SIGILL": fatalError("as told")
        case "SIGKILL": kill(getpid(), SIGKILL)
        case "SIGTERM": kill(getpid(), SIGTERM)
        case "overflow": print(depth(1))
        case "exit": exit(7)
        default: break
        }
    }

    /// Not a tail call, so every level takes stack.
    @inline(never)
    private static func depth(_ level: Int) -> Int {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { buffer in
            buffer[level % 4096] = 1
            return depth(level + 1) + Int(buffer[0])
        }
    }

    /// Uses this much processor time.
    static func work(for time: Duration) {
        func used() -> Duration {
            var used = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used)
            return .seconds(used.tv_sec) + .nanoseconds(used.tv_nsec)
        }
        let end = used() + time
        while used() < end {}
    }

    static func loop(threads: Int) {
        for _ in 1..<threads { Thread.detachNewThread { spin() } }
        spin()
    }

    private static func spin() {
        let turns = Atomic(0)
        while turns.wrappingAdd(1, ordering: .relaxed).newValue >= 0 {}
    }

    static func deadlock() {
        var lock = pthread_mutex_t()
        pthread_mutex_init(&lock, nil)
        pthread_mutex_lock(&lock)
        pthread_mutex_lock(&lock)
    }

    static func writeFile(ofMebibytes count: Int) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "large")
        guard let stream = fopen(file.path, "w") else { return }
        let block = [UInt8](repeating: 7, count: 1 << 20)
        // As careless as a library that ignores the result of fwrite.
        for _ in 0..<count { fwrite(block, 1, block.count, stream) }
        fclose(stream)
    }

    /// In small pieces, like a page with more and more on it.
    static func eat(mebibytes count: Int) {
        for _ in 0..<count {
            guard let block = malloc(1 << 20) else { abort() }
            memset(block, 1, 1 << 20)
            held.withLock { $0.append(UInt(bitPattern: block)) }
        }
    }

    /// All at once, like an image with a wrong size in its header.
    static func swallow(mebibytes count: Int) {
        let block = UnsafeMutableRawPointer.allocate(byteCount: count << 20, alignment: 16)
        memset(block, 1, count << 20)
    }

    /// The memory that a library leaks.
    static func hold(mebibytes count: Int) {
        guard let block = malloc(count << 20) else { return }
        memset(block, 1, count << 20)
        held.withLock { $0.append(UInt(bitPattern: block)) }
    }

    /// Keeps the compiler from optimising the allocation away.
    private static let held = Mutex<[UInt]>([])

    /// Opens files that nobody closes, at most as many as the process may have.
    static func open(files count: Int) {
        var limit = rlimit(rlim_cur: 512, rlim_max: 512)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        var opened = 0
        while opened < count, Glibc.open("/dev/null", O_RDONLY) >= 0 { opened += 1 }
    }

    static func chatter() {
        let line = String(repeating: "chatter ", count: 16) + "\n"
        for _ in 0..<2000 {
            FileHandle.standardOutput.write(Data(line.utf8))
            FileHandle.standardError.write(Data(line.utf8))
        }
    }

    /// What a process with corrupt memory might write to the connection.
    static func sendNonsense() {
        let bytes = [UInt8](repeating: 0x20, count: 64)
        for descriptor in Int32(3)...4 { write(descriptor, bytes, bytes.count) }
        sleep(1000)
    }
}
