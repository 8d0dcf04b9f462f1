#include <stdio.h>
#include <leptonica/allheaders.h>
