#include <CAssets.h>

/// The files of the folder Files.
const struct asset *webhooks_assets(void);
