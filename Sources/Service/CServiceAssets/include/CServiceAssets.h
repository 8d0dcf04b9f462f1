#include <CAssets.h>

/// The files of the folder Files.
const struct asset *service_assets(void);
