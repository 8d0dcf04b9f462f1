import Foundation

/// What holds where there is no pipeline.yaml: the text of the repository's own.
enum DefaultSettings {
    static let yaml = """
        # What Formwright does with documents, and how. Every key may be left out; this file says what holds then.

        # Where documents, their results and the queue are kept. --store and $FORMWRIGHT_STORE go before it.
        # store: ~/.local/state/formwright

        runner:
          # workers: 4            # stages at a time in one process; one more than the machine has cores
          lease: 6s               # a worker that was silent for so long has lost its job to another
          poll: 500ms             # how often to look for work that other processes made
          drain: 20s              # how long a worker that was told to stop lets its stages go on

        # The wait between the attempts of a stage: base × factor^(attempt − 1), at most ceiling, varied by jitter to either side.
        backoff: {base: 1s, factor: 2, ceiling: 5m, jitter: 0.2}

        forms:
          language: eng           # of scans, as tesseract names it; several are joined by +
          overflow: error         # text that does not fit at the smallest size: error, truncate or shrink
          mark: cross             # in a ticked box: cross or check

        # The stages of each kind of content. Limits are for one attempt.
        kinds:
          form:
            processing:
              - rasterise: {wallTime: 30m}
              - detect: {wallTime: 1h}         # cpuTime, 4m, is counted for each page
              - preview
            filling:
              - bind
              - compose

        """

    /// The kinds alone, for a file that does not declare any.
    static let kinds = "kinds:" + (yaml.components(separatedBy: "\nkinds:").last ?? "")
}
