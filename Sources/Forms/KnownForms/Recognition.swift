/// What a page is, among the known ones.
package enum Recognition: Sendable {
    /// A page of a known form, blank or filled in.
    ///
    /// The doubtful numbers of a scan look somewhat different, the most different ones first.
    case known(KnownPage, Registration, doubtful: [PrintedWord])
    /// The same page of another edition of a known form.
    ///
    /// Its fields may be in other places.
    case edition(KnownPage, Registration, [EditionDifference])
    /// Perhaps a page of a known form.
    case unsure(KnownPage, Doubt)
    /// No page of a known form.
    case unknown

    /// Why a page is not taken for one of a known form.
    package enum Doubt: String, Sendable, Hashable {
        /// There is too little print for a page to be told from others.
        case littlePrint
        /// A part of the page is not in the picture, or hidden.
        case hidden
        /// The print is too poor to tell editions apart.
        case illegible
        /// Much of the print is alike, and much is not.
        case partlyAlike

        /// The reason as the end of a sentence.
        package var words: String {
            switch self {
            case .littlePrint: "too little is printed on the page"
            case .hidden: "a part of the page is hidden or outside of the picture"
            case .illegible: "the print is too poor to tell editions of the form apart"
            case .partlyAlike: "much of the page is like a known form, and much is not"
            }
        }
    }
}
