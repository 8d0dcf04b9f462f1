package import Files

extension LocalFileSystem: FolderFiles {}
