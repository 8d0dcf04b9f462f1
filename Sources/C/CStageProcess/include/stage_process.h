// What Swift cannot do by itself to start a child process, run as one, or limit its own process: spawn actions of
// glibc, prctl(2), and handlers of fatal signals, which may call only async-signal-safe functions.
#ifndef STAGE_PROCESS_H
#define STAGE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

// The child's descriptors besides standard input (/dev/null), output and error (one pipe). All others are closed.
enum { STAGE_MESSAGES = 3, STAGE_HEALTH = 4 };

enum stage_health_kind {
    STAGE_READY = 1,  // it accepts requests
    STAGE_STARTED,    // a stage has started
    STAGE_ALIVE,      // the stage is running
    STAGE_QUIET,      // the process lives, but since the last signal no thread has worked or waited for a disk
    STAGE_PROGRESSED, // a part of the work is complete
    STAGE_CRASHED,    // written by the handler of a fatal signal
};

// A health signal. Shorter than PIPE_BUF, so each write to the pipe is atomic, whichever thread makes it.
struct stage_health {
    uint32_t kind;
    int32_t signal;      // STAGE_CRASHED: the signal
    int32_t error;       // STAGE_CRASHED: errno of the thread that crashed
    uint32_t counts;     // STAGE_PROGRESSED: whether the numbers below are set
    uint64_t data_left;  // STAGE_CRASHED: how many more bytes RLIMIT_DATA would have allowed
    uint64_t completed;  // STAGE_PROGRESSED: the number of completed parts
    uint64_t total;      // STAGE_PROGRESSED: the number of all parts
    char unit[24];       // STAGE_PROGRESSED: the name of a part, in UTF-8, up to the first zero
};

// Starts a program in a new session (posix_spawn). Returns 0 or an errno.
int stage_spawn(int *pid, const char *path, char *const arguments[], char *const environment[], int output,
                int messages, int health);

// Starts another program in a process group of its own and in the folder "/" (posix_spawn), with standard error and what is -1
// on /dev/null, and without any other descriptor. Returns 0 or an errno.
int program_spawn(int *pid, const char *path, char *const arguments[], char *const environment[], int input,
                  int output);

// Creates an eventfd(2) that is closed on exec and never blocks. Returns -1 and sets errno on failure.
int stage_bell(void);

// Creates a pipe that is closed on exec (pipe2): the reading end, then the writing end. Returns 0, or -1 and sets
// errno.
int stage_pipe(int ends[2]);

// In the child: dies with the thread that started it, ignores the signals that stop a service, reports fatal signals to
// STAGE_HEALTH, and turns SIGXFSZ into a flag. Must be called on a thread that lives to the end of the process: the
// system drops PR_SET_PDEATHSIG with the thread that set it.
void stage_host_begin(void);

// Returns whether a write has been refused since the last call because its file would exceed the limit.
bool stage_host_take_file_too_long(void);

// Returns what RLIMIT_DATA counts: private writable memory, touched or not, in bytes. 0 if /proc is missing.
uint64_t stage_host_data_bytes(void);

// Returns the ID of the calling thread, as in /proc/self/task (gettid).
int stage_host_thread(void);

// Returns freed memory that malloc has kept for later to the system (malloc_trim).
void stage_host_trim(void);

enum stage_limit { STAGE_LIMIT_CORE, STAGE_LIMIT_CPU, STAGE_LIMIT_DATA, STAGE_LIMIT_FILE_SIZE };

#define STAGE_NO_LIMIT UINT64_MAX

// In bytes. A process that crashes with less than this left is taken to have crashed for lack of memory.
#define STAGE_SCARCE_MEMORY (16 << 20)

// Sets a soft limit (setrlimit), at most to the hard limit.
void stage_host_limit(enum stage_limit limit, uint64_t most);

// Returns the current soft limit; STAGE_NO_LIMIT if there is none.
uint64_t stage_limit_now(enum stage_limit limit);

// How a program that runs stages in its own process ends when it reaches a limit or a library crashes.
enum stage_ending { STAGE_ENDING_MEMORY, STAGE_ENDING_CPU, STAGE_ENDING_CRASH };

// Sets the text to write and the exit status for an ending. The text is copied.
void stage_guard_set(enum stage_ending ending, const char *text, int status);

// From now on fatal signals and SIGXCPU write the text of their ending to the descriptor and end the process with its
// status. Each ending must have been set.
void stage_guard_begin(int descriptor);

#endif
