#define _GNU_SOURCE
#include "stage_process.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

// Duplicates the descriptor to a number that no spawn action overwrites before it is used.
static int out_of_the_way(int descriptor) { return fcntl(descriptor, F_DUPFD_CLOEXEC, STAGE_HEALTH + 1); }

int stage_spawn(int *pid, const char *path, char *const arguments[], char *const environment[], int output,
                int messages, int health) {
    int sources[3] = {out_of_the_way(output), out_of_the_way(messages), out_of_the_way(health)};
    int failure = 0;
    for (int i = 0; i < 3; i++)
        if (sources[i] < 0) failure = errno;

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);

    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, sources[0], STDOUT_FILENO);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, sources[0], STDERR_FILENO);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, sources[1], STAGE_MESSAGES);
    if (!failure) failure = posix_spawn_file_actions_adddup2(&actions, sources[2], STAGE_HEALTH);
    // Descriptors that the program opened without O_CLOEXEC are also kept out of the child.
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, STAGE_HEALTH + 1);
    // A new session: the terminal's Ctrl-C reaches only the parent, which drains before it exits.
    if (!failure)
        failure = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!failure) failure = posix_spawnattr_setsigmask(&attributes, &none);
    if (!failure) failure = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!failure) failure = posix_spawn(pid, path, &actions, &attributes, arguments, environment);

    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 3; i++)
        if (sources[i] >= 0) close(sources[i]);
    return failure;
}

int program_spawn(int *pid, const char *path, char *const arguments[], char *const environment[], int input,
                  int output) {
    int given[2] = {input, output};
    int sources[2] = {-1, -1};
    int failure = 0;
    for (int i = 0; i < 2 && !failure; i++)
        if (given[i] >= 0 && (sources[i] = out_of_the_way(given[i])) < 0) failure = errno;

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);

    for (int i = 0; i < 2 && !failure; i++)
        failure = sources[i] < 0 ? posix_spawn_file_actions_addopen(&actions, i, "/dev/null", i ? O_WRONLY : O_RDONLY, 0)
                                 : posix_spawn_file_actions_adddup2(&actions, sources[i], i);
    if (!failure) failure = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!failure) failure = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    if (!failure) failure = posix_spawn_file_actions_addchdir_np(&actions, "/");
    if (!failure)
        failure = posix_spawnattr_setflags(
            &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    if (!failure) failure = posix_spawnattr_setpgroup(&attributes, 0);
    if (!failure) failure = posix_spawnattr_setsigmask(&attributes, &none);
    if (!failure) failure = posix_spawnattr_setsigdefault(&attributes, &all);
    if (!failure) failure = posix_spawn(pid, path, &actions, &attributes, arguments, environment);

    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    for (int i = 0; i < 2; i++)
        if (sources[i] >= 0) close(sources[i]);
    return failure;
}

int stage_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int stage_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int stage_host_thread(void) { return gettid(); }

static volatile sig_atomic_t file_too_long;

static void note_file_too_long(int signal) {
    (void)signal;
    file_too_long = 1;
}

bool stage_host_take_file_too_long(void) {
    bool was = file_too_long;
    file_too_long = 0;
    return was;
}

uint64_t stage_host_data_bytes(void) {
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    char text[256];
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return 0;
    text[count] = 0;
    // The fields are size, resident, shared, text, lib and data; the sixth is the data, in pages.
    const char *at = text;
    for (int field = 0; field < 5; field++) {
        while (*at && *at != ' ') at++;
        while (*at == ' ') at++;
    }
    uint64_t pages = 0;
    for (; *at >= '0' && *at <= '9'; at++) pages = pages * 10 + (uint64_t)(*at - '0');
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

// Returns how much more memory RLIMIT_DATA allows, in bytes.
static uint64_t data_left(void) {
    struct rlimit most;
    uint64_t held = stage_host_data_bytes();
    if (getrlimit(RLIMIT_DATA, &most) != 0 || most.rlim_cur == RLIM_INFINITY) return STAGE_NO_LIMIT;
    return most.rlim_cur > held ? most.rlim_cur - held : 0;
}

static void handle_fatal_signals(void (*handler)(int)) {
    const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};
    struct sigaction crash = {.sa_handler = handler, .sa_flags = SA_RESETHAND | SA_ONSTACK};
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) sigaction(fatal[i], &crash, NULL);
}

// The default action has been restored (SA_RESETHAND); the signal raised here is delivered on return and kills.
static void report_crash(int signal) {
    struct stage_health report = {.kind = STAGE_CRASHED, .signal = signal, .error = errno};
    report.data_left = data_left();
    ssize_t written = write(STAGE_HEALTH, &report, sizeof report);
    (void)written;
    raise(signal);
}

void stage_host_begin(void) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);

    // The name that ps and top show instead of "exe". Not PR_SET_NAME, which names the thread.
    int name = open("/proc/self/comm", O_WRONLY | O_CLOEXEC);
    if (name >= 0) {
        ssize_t written = write(name, "stage-host", 10);
        (void)written;
        close(name);
    }

    // A service manager may send these to every process of the service; the parent decides when this one ends.
    const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE};
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) signal(ignored[i], SIG_IGN);

    struct sigaction too_long = {.sa_handler = note_file_too_long, .sa_flags = SA_RESTART};
    sigaction(SIGXFSZ, &too_long, NULL);

    handle_fatal_signals(report_crash);

    // Programs started by a library must not inherit these.
    fcntl(STAGE_MESSAGES, F_SETFD, FD_CLOEXEC);
    fcntl(STAGE_HEALTH, F_SETFD, FD_CLOEXEC);
}

void stage_host_trim(void) { malloc_trim(0); }

static const int resources[] = {
    [STAGE_LIMIT_CORE] = RLIMIT_CORE,
    [STAGE_LIMIT_CPU] = RLIMIT_CPU,
    [STAGE_LIMIT_DATA] = RLIMIT_DATA,
    [STAGE_LIMIT_FILE_SIZE] = RLIMIT_FSIZE,
};

void stage_host_limit(enum stage_limit limit, uint64_t most) {
    struct rlimit value;
    if (getrlimit(resources[limit], &value) != 0) return;
    rlim_t wanted = most == STAGE_NO_LIMIT ? RLIM_INFINITY : (rlim_t)most;
    value.rlim_cur = wanted < value.rlim_max ? wanted : value.rlim_max;
    setrlimit(resources[limit], &value);
}

uint64_t stage_limit_now(enum stage_limit limit) {
    struct rlimit value;
    if (getrlimit(resources[limit], &value) != 0 || value.rlim_cur == RLIM_INFINITY) return STAGE_NO_LIMIT;
    return value.rlim_cur;
}

static struct {
    char *text;
    size_t length;
    int status;
} endings[STAGE_ENDING_CRASH + 1];

static int endings_descriptor = STDERR_FILENO;

// Calls only async-signal-safe functions: memory may have run out or be corrupt.
static void end(enum stage_ending ending) {
    ssize_t written = write(endings_descriptor, endings[ending].text, endings[ending].length);
    (void)written;
    _exit(endings[ending].status);
}

static void end_for_crash(int signal) {
    (void)signal;
    // The same guess as the pool's; see ExitDiagnosis.swift.
    bool lacked_memory = errno == ENOMEM || data_left() < STAGE_SCARCE_MEMORY;
    end(lacked_memory ? STAGE_ENDING_MEMORY : STAGE_ENDING_CRASH);
}

static void end_for_cpu(int signal) {
    (void)signal;
    end(STAGE_ENDING_CPU);
}

void stage_guard_set(enum stage_ending ending, const char *text, int status) {
    endings[ending].text = strdup(text);
    endings[ending].length = endings[ending].text ? strlen(text) : 0;
    endings[ending].status = status;
}

void stage_guard_begin(int descriptor) {
    endings_descriptor = descriptor;
    handle_fatal_signals(end_for_crash);
    struct sigaction cpu = {.sa_handler = end_for_cpu};
    sigaction(SIGXCPU, &cpu, NULL);
}
