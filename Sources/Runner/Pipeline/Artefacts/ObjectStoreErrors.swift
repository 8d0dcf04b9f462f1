public import FailureModel

// The codes of artefacts in an object store.
extension ErrorCode {
    /// The code `object_store_unavailable`.
    public static let objectStoreUnavailable = ErrorCode(
        "object_store_unavailable", exit: 222, http: 503, "The object store cannot be reached, or has an error.",
        "Check the store and the network; the work waits and resumes.", isWorthAnotherTry: true)
    /// The code `object_store_credentials`.
    public static let objectStoreCredentials = ErrorCode(
        "object_store_credentials", exit: 223, http: 503,
        "The object store refuses the credentials, or there are none.",
        "Check the credentials and their rights; the work waits and resumes.", isWorthAnotherTry: true)
    /// The code `object_store_bucket`.
    public static let objectStoreBucket = ErrorCode(
        "object_store_bucket", exit: 224, http: 503, "The bucket does not exist at this endpoint and in this region.",
        "Check `artefacts` in `pipeline.yaml`; create the bucket.", isWorthAnotherTry: true)
    /// The code `object_store_clock`.
    public static let objectStoreClock = ErrorCode(
        "object_store_clock", exit: 225, http: 503,
        "The clocks of this machine and of the object store differ by more than it accepts.",
        "Set the clock, such as by NTP; the work waits and resumes.", isWorthAnotherTry: true)
}
