#include <CAssets.h>

/// The files of the folder Files.
const struct asset *trading_assets(void);
