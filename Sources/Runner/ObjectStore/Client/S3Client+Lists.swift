import Curl
package import Pipeline

/// One page of the objects of a bucket, in the order of their keys.
package struct S3Page: Sendable {
    /// An object in a list.
    package struct Entry: Sendable {
        /// The key.
        package let key: String
        /// When it was last put; `nil` if the server does not say.
        package let put: Timestamp?
    }

    /// The objects.
    package let entries: [Entry]
    /// The token for the next page; `nil` after the last.
    package let next: String?
    /// The time of the answer by the clock of the server.
    package let now: Timestamp?
}

/// An upload in parts that was not finished.
package struct S3Upload: Sendable {
    /// The key of the object.
    package let key: String
    /// The ID of the upload.
    package let id: String
    /// The time since it began, by the clock of the server.
    package let age: Duration?
}

extension S3Client {
    /// Lists objects by the prefix of their keys.
    ///
    /// This is for garbage collection and checks only.
    package func list(_ prefix: String, after token: String? = nil) throws -> S3Page {
        var query = ["list-type": "2", "max-keys": "1000", "prefix": prefix]
        query["continuation-token"] = token
        let answer = try listing(query, named: "ListBucketResult")
        guard let element = answer.element else { throw ObjectStoreError.malformedAnswer }
        let entries = element.children.compactMap { entry -> S3Page.Entry? in
            // A server that ignores the prefix lists what others keep in the bucket.
            guard entry.name == "Contents", let key = entry["Key"]?.text, key.hasPrefix(prefix) else { return nil }
            return S3Page.Entry(key: key, put: (entry["LastModified"]?.text).flatMap { S3Date.iso($0) })
        }
        let next = element["IsTruncated"]?.text == "true" ? element["NextContinuationToken"]?.text : nil
        // The same page again would never end.
        guard next == nil || next != token else { throw ObjectStoreError.malformedAnswer }
        return S3Page(entries: entries, next: next, now: now(answer.response))
    }

    /// Lists unfinished uploads in parts below a prefix, at most 1,000.
    package func uploads(_ prefix: String) throws -> [S3Upload] {
        let answer = try listing(
            ["max-uploads": "1000", "prefix": prefix, "uploads": ""], named: "ListMultipartUploadsResult")
        let now = now(answer.response)
        return (answer.element?.children ?? []).filter { $0.name == "Upload" }.compactMap { upload in
            guard let key = upload["Key"]?.text, key.hasPrefix(prefix), let id = upload["UploadId"]?.text else {
                return nil
            }
            let began = (upload["Initiated"]?.text).flatMap { S3Date.iso($0) }
            return S3Upload(key: key, id: id, age: began.flatMap { began in now.map { $0 - began } })
        }
    }

    private func listing(_ query: [String: String], named name: String) throws -> Answer {
        let answer = try Answer.of { makeSink in
            try perform(.get, address.url("", query), [Self.emptyHash], sink: makeSink)
        }
        guard answer.element?.name == name else { throw ObjectStoreError.malformedAnswer }
        return answer
    }

    private func now(_ response: CurlResponse) -> Timestamp? {
        response.head.headers["date"].flatMap { S3Date.http($0) }
    }
}
