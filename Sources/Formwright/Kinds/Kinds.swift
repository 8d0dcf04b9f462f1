public import Pipeline

/// The kinds of content that Formwright brings.
public enum Kinds {
    /// Every kind, for whatever takes a list of them: settings, `watch`, `worker`, `documents`, the stage host.
    public static let all: [any Kind] = [FormKind()]
}
