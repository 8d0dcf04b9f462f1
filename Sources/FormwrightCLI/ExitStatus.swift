package import FormModel

extension ErrorCode {
    /// The one table from errors to exit statuses. 64 is a wrong command line (`EX_USAGE`), as the argument parser has it.
    package var exitStatus: Int32 {
        switch self {
        case .inputMissing: 10
        case .inputUnreadable: 11
        case .inputEmpty: 12
        case .inputTooLarge: 13
        case .unsupportedType: 14
        case .damagedDocument: 15
        case .encrypted: 16
        case .wrongPassword: 17
        case .xfaOnly: 18
        case .noPages: 19
        case .tooManyPages: 20
        case .pageTooLarge: 21
        case .pictureTooLarge: 22

        case .malformedValues: 30
        case .unknownField: 31
        case .ambiguousField: 32
        case .duplicateValue: 33
        case .wrongType: 34
        case .valueTooLong: 35
        case .valueOverflow: 36
        case .missingGlyph: 37
        case .badSignatureImage: 38
        case .readOnlyField: 39

        case .malformedFields: 40
        case .fieldsMismatch: 41
        case .stageIncomplete: 42

        case .malformedTemplate: 45
        case .batchChanged: 46
        case .rowsFailed: 47

        case .malformedSettings: 48
        case .documentUnknown: 49
        case .moveNotAllowed: 54

        case .outputUnwritable: 50
        case .diskFull: 51
        case .outputIsInput: 52
        case .outputExists: 53

        case .languageMissing: 60
        case .outOfMemory: 61
        case .cpuExceeded: 62
        case .internalError: 70
        case .cancelled: 130
        }
    }
}
