#include <qpdf/qpdf-c.h>
#include <qpdf/qpdflogger-c.h>
