#include <CAssets.h>

/// The files of the folder Files.
const struct asset *users_assets(void);
