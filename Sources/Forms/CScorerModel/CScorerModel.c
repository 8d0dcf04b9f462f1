#include "CScorerModel.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char model[] = {
#embed "scorer-model.bin"
};

const unsigned char *scorer_model(size_t *count) {
    *count = sizeof model;
    return model;
}
