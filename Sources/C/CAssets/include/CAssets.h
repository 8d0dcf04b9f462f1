#ifndef FORMWRIGHT_CASSETS_H
#define FORMWRIGHT_CASSETS_H

/// A text file that is part of the program.
struct asset {
    /// Its name; NULL behind the last of a list.
    const char *name;
    /// Its text in UTF-8, ended by a zero byte.
    const char *text;
};

#endif
