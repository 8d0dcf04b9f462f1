#include <CAssets.h>

/// The files of the folder Files.
const struct asset *portable_text_assets(void);
