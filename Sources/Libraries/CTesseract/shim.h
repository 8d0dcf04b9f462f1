#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <tesseract/capi.h>

/* Debian's tesseract is built with OpenMP and asks for several threads at each layer of its network, whatever
   omp_set_num_threads says; OMP_THREAD_LIMIT is read only when the process starts. Without active parallel levels the
   calling thread does the work alone, whichever way the program was started; RTLD_DEFAULT is a macro that Swift does not
   see. */
static inline void formwright_one_omp_thread(void) {
    void (*levels)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_max_active_levels");
    if (levels) levels(0);
    void (*threads)(int) = (void (*)(int))dlsym(RTLD_DEFAULT, "omp_set_num_threads");
    if (threads) threads(1);
}
