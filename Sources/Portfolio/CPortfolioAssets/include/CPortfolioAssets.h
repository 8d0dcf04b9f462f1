#include <CAssets.h>

/// The files of the folder Files.
const struct asset *portfolio_assets(void);
