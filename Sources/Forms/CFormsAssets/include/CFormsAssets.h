#include <CAssets.h>

/// The files of the folder Files.
const struct asset *forms_assets(void);
