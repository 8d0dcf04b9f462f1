// What Swift cannot say by itself when it starts a child process, lives as one, or keeps itself to limits: spawn actions of the GNU library,
// prctl(2), and handlers of fatal signals, which may call only async-signal-safe functions.
#ifndef STAGE_PROCESS_H
#define STAGE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

// The child's descriptors besides standard input (/dev/null), output and error (one pipe). All others are closed.
enum { STAGE_MESSAGES = 3, STAGE_HEALTH = 4 };

enum stage_health_kind {
    STAGE_READY = 1,  // it takes requests
    STAGE_STARTED,    // a stage has begun
    STAGE_ALIVE,      // the stage goes on
    STAGE_QUIET,      // the process lives, but since the last sign no thread has worked or waited for a disk
    STAGE_PROGRESSED, // a part of the work is done
    STAGE_CRASHED,    // written by the handler of a fatal signal
};

// A sign of life. Shorter than PIPE_BUF, so each write to the pipe is whole, from whichever thread.
struct stage_health {
    uint32_t kind;
    int32_t signal;      // STAGE_CRASHED: which
    int32_t error;       // STAGE_CRASHED: errno of the thread that crashed
    uint32_t counts;     // STAGE_PROGRESSED: whether the numbers below say how far the work has come
    uint64_t data_left;  // STAGE_CRASHED: how much more RLIMIT_DATA would have allowed, in bytes
    uint64_t completed;  // STAGE_PROGRESSED: how many parts are done
    uint64_t total;      // STAGE_PROGRESSED: of how many
    char unit[24];       // STAGE_PROGRESSED: what a part is called, in UTF-8; ends at the first zero
};

// Starts a program in a session of its own (posix_spawn). Answers 0 or an errno.
int stage_spawn(int *pid, const char *path, char *const arguments[], char *const environment[], int output,
                int messages, int health);

// An eventfd(2) that is closed on exec and never blocks; -1 and errno where there is none.
int stage_bell(void);

// A pipe that is closed on exec (pipe2): where to read, where to write. Answers 0, or -1 and errno.
int stage_pipe(int ends[2]);

// In the child: dies with the thread that started it, survives the signals that stop a service, reports fatal signals to
// STAGE_HEALTH, and turns SIGXFSZ into a flag. To be called on a thread that stays to the end: the system forgets the
// wish to die (PR_SET_PDEATHSIG) with the thread that uttered it.
void stage_host_begin(void);

// Whether a write was refused since the last call because its file would be longer than the limit.
bool stage_host_take_file_too_long(void);

// What RLIMIT_DATA counts: private writable memory, touched or not, in bytes. 0 where /proc is missing.
uint64_t stage_host_data_bytes(void);

// The calling thread, as /proc/self/task names it (gettid).
int stage_host_thread(void);

// Gives memory that was freed, but that malloc kept for later, back to the system (malloc_trim).
void stage_host_trim(void);

enum stage_limit { STAGE_LIMIT_CORE, STAGE_LIMIT_CPU, STAGE_LIMIT_DATA, STAGE_LIMIT_FILE_SIZE };

#define STAGE_NO_LIMIT UINT64_MAX

// A process that crashes with less than this left is taken to have crashed for lack of memory, in bytes.
#define STAGE_SCARCE_MEMORY (16 << 20)

// Sets a soft limit (setrlimit), as far as the hard one allows.
void stage_host_limit(enum stage_limit limit, uint64_t most);

// A soft limit as it is now; STAGE_NO_LIMIT where there is none.
uint64_t stage_limit_now(enum stage_limit limit);

// How a program ends that runs stages in its own process, when a limit is reached or a library crashes.
enum stage_ending { STAGE_ENDING_MEMORY, STAGE_ENDING_CPU, STAGE_ENDING_CRASH };

// What is written for an ending, and the exit status. The text is copied.
void stage_guard_set(enum stage_ending ending, const char *text, int status);

// From now on fatal signals, and SIGXCPU, write the text of their ending to the descriptor and end the process with its
// status. Each ending must have been set.
void stage_guard_begin(int descriptor);

#endif
