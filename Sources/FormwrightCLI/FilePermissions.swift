import Foundation

/// Who may read what the program writes: nobody who may not read all that it was made from.
enum FilePermissions {
    /// Takes from the permissions of new files what the inputs' lack. A file that is replaced keeps its own.
    ///
    /// To be called before anything is written: the mask is the whole process's.
    ///
    /// - Parameter inputs: paths; `-` is standard input, which may be a file.
    static func inherit(from inputs: [String?]) {
        var allowed: mode_t = 0o666
        for input in inputs.compactMap(\.self) {
            var status = stat()
            guard (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input, &status)) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            let everybody = status.st_mode & 0o6
            // The outputs' group is this process's: for another one, its members are anybody.
            let group = status.st_gid == getegid() ? status.st_mode & 0o60 : everybody << 3
            allowed &= 0o600 | group | everybody
        }
        let mask = umask(0o777)
        umask(mask | (0o666 & ~allowed))
    }
}
