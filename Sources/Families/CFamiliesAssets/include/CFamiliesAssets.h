#include <CAssets.h>

/// The files of the folder Files.
const struct asset *families_assets(void);
