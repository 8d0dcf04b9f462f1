#include "standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

// The first of the program's own constructors. The wrong way round: to write to an output that is closed fails.
__attribute__((constructor(101))) static void reserve_standard_streams(void) {
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++)
        if (fcntl(number, F_GETFD) < 0) open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
