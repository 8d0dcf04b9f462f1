#include <stddef.h>

/// Returns the trained trees of the scorer, which `tools/train-detector` writes to scorer-model.bin; see `Scorer` for the layout.
const unsigned char *scorer_model(size_t *count);
