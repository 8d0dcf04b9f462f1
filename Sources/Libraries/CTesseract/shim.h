#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <tesseract/capi.h>

/* Debian's tesseract is built with OpenMP, whose limit is read from the environment when the process starts. This sets
   it for the calling thread, whichever way the program was started; RTLD_DEFAULT is a macro that Swift does not see. */
static inline void formwright_one_omp_thread(void) {
    void (*set)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_num_threads");
    if (set) set(1);
}
