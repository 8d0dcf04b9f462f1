/// A list of distinct problems, found while the typesetter consumes content.
package final class ProblemList {
    /// The problems, in the order in which they were found.
    package private(set) var all: [PortableTextError] = []
    private var known: Set<PortableTextError> = []

    /// Creates an empty list.
    package init() {}

    /// Adds a problem unless it is in the list.
    package func append(_ problem: PortableTextError) {
        if known.insert(problem).inserted { all.append(problem) }
    }
}
