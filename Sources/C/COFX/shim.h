#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
/* Leaves out tables that the header would define once for each file that includes it. */
#define OFX_AQUAMANIAC_UGLY_HACK1
#include <dlfcn.h>
#include <libofx/libofx.h>
#include <math.h>
#include <stddef.h>
#include <sys/mman.h>
#undef true
#undef false

/* libofx is loaded with the first OFX file, since it depends on OpenSP, which no other part of the program needs.

   Its structures are large, and are passed by value. The functions below hand on what is read of them: texts are null
   and numbers NaN where the file has none; all pointers are valid during the call only. */

typedef struct {
    int type;            /* TransactionType, or -1. */
    int investment_type; /* InvTransactionType, or -1. */
    int income_type;     /* IncomeType, or -1. */
    int buy_type;        /* BuyType, or -1. */
    int sell_type;       /* SellType, or -1. */
    int correction;      /* FiIdCorrectionAction, or -1. */
    int is_foreign;      /* 1 if currency is that of the amounts, else 0. */
    const char *id, *corrected_id, *unique_id, *unique_id_type, *name, *memo, *currency;
    double units, unit_price, amount, commission, fees, taxes, load, withholding, state_withholding, penalty;
    double old_units, new_units, numerator, denominator, rate;
} formwright_ofx_transaction;

typedef struct {
    int is_short;
    int is_foreign;
    const char *unique_id, *unique_id_type, *currency;
    double units, unit_price;
} formwright_ofx_position;

typedef struct {
    const char *unique_id, *unique_id_type, *name, *ticker;
} formwright_ofx_security;

typedef struct {
    void *context;
    void (*transaction)(void *context, const formwright_ofx_transaction *transaction);
    void (*position)(void *context, const formwright_ofx_position *position);
    void (*security)(void *context, const formwright_ofx_security *security);
    void (*cash)(void *context, double amount);
} formwright_ofx_receiver;

#define FORMWRIGHT_OFX_TEXT(name) (data.name##_valid ? data.name : NULL)
#define FORMWRIGHT_OFX_NUMBER(name) (data.name##_valid ? data.name : NAN)
#define FORMWRIGHT_OFX_CHOICE(name) (data.name##_valid ? (int)data.name : -1)
/* libofx sets the flag for ORIGCURRENCY, whose amounts are already in the statement's own currency; those of CURRENCY are
   in the currency that it names. */
#define FORMWRIGHT_OFX_IS_FOREIGN \
    (data.currency_valid && data.amounts_are_foreign_currency_valid && !data.amounts_are_foreign_currency)

static inline int formwright_ofx_take_transaction(const struct OfxTransactionData data, void *context) {
    formwright_ofx_receiver *receiver = (formwright_ofx_receiver *)context;
    formwright_ofx_transaction transaction = {
        .type = FORMWRIGHT_OFX_CHOICE(transactiontype),
        .investment_type = FORMWRIGHT_OFX_CHOICE(invtransactiontype),
        .income_type = FORMWRIGHT_OFX_CHOICE(income_type),
        .buy_type = FORMWRIGHT_OFX_CHOICE(buy_type),
        .sell_type = FORMWRIGHT_OFX_CHOICE(sell_type),
        .correction = FORMWRIGHT_OFX_CHOICE(fi_id_correction_action),
        .is_foreign = FORMWRIGHT_OFX_IS_FOREIGN,
        .id = FORMWRIGHT_OFX_TEXT(fi_id),
        .corrected_id = FORMWRIGHT_OFX_TEXT(fi_id_corrected),
        .unique_id = FORMWRIGHT_OFX_TEXT(unique_id),
        .unique_id_type = FORMWRIGHT_OFX_TEXT(unique_id_type),
        .name = FORMWRIGHT_OFX_TEXT(name),
        .memo = FORMWRIGHT_OFX_TEXT(memo),
        .currency = FORMWRIGHT_OFX_TEXT(currency),
        .units = FORMWRIGHT_OFX_NUMBER(units),
        .unit_price = FORMWRIGHT_OFX_NUMBER(unitprice),
        .amount = FORMWRIGHT_OFX_NUMBER(amount),
        .commission = FORMWRIGHT_OFX_NUMBER(commission),
        .fees = FORMWRIGHT_OFX_NUMBER(fees),
        .taxes = FORMWRIGHT_OFX_NUMBER(taxes),
        .load = FORMWRIGHT_OFX_NUMBER(load),
        .withholding = FORMWRIGHT_OFX_NUMBER(withholding),
        .state_withholding = FORMWRIGHT_OFX_NUMBER(state_withholding),
        .penalty = FORMWRIGHT_OFX_NUMBER(penalty),
        .old_units = FORMWRIGHT_OFX_NUMBER(oldunits),
        .new_units = FORMWRIGHT_OFX_NUMBER(newunits),
        .numerator = FORMWRIGHT_OFX_NUMBER(numerator),
        .denominator = FORMWRIGHT_OFX_NUMBER(denominator),
        .rate = FORMWRIGHT_OFX_NUMBER(currency_ratio),
    };
    receiver->transaction(receiver->context, &transaction);
    return 0;
}

static inline int formwright_ofx_take_position(const struct OfxPositionData data, void *context) {
    formwright_ofx_receiver *receiver = (formwright_ofx_receiver *)context;
    formwright_ofx_position position = {
        .is_short = data.position_type_valid && data.position_type == OFX_POSITION_SHORT,
        .is_foreign = FORMWRIGHT_OFX_IS_FOREIGN,
        .unique_id = FORMWRIGHT_OFX_TEXT(unique_id),
        .unique_id_type = FORMWRIGHT_OFX_TEXT(unique_id_type),
        .currency = FORMWRIGHT_OFX_TEXT(currency),
        .units = FORMWRIGHT_OFX_NUMBER(units),
        .unit_price = FORMWRIGHT_OFX_NUMBER(unit_price),
    };
    receiver->position(receiver->context, &position);
    return 0;
}

static inline int formwright_ofx_take_security(const struct OfxSecurityData data, void *context) {
    formwright_ofx_receiver *receiver = (formwright_ofx_receiver *)context;
    formwright_ofx_security security = {
        .unique_id = FORMWRIGHT_OFX_TEXT(unique_id),
        .unique_id_type = FORMWRIGHT_OFX_TEXT(unique_id_type),
        .name = FORMWRIGHT_OFX_TEXT(secname),
        .ticker = FORMWRIGHT_OFX_TEXT(ticker),
    };
    receiver->security(receiver->context, &security);
    return 0;
}

static inline int formwright_ofx_take_statement(const struct OfxStatementData data, void *context) {
    formwright_ofx_receiver *receiver = (formwright_ofx_receiver *)context;
    if (data.available_balance_valid) receiver->cash(receiver->context, data.available_balance);
    return 0;
}

/* Sets a message level of the library, so that it writes nothing to standard error. */
static inline void formwright_ofx_silence(void *library, const char *name) {
    int *level = (int *)dlsym(library, name);
    if (level) *level = 0;
}

/* Reads a file, and returns 0; -1 if the library cannot be loaded. Mistakes in the file are not reported: what libofx does
   not understand, it leaves out. Not to be called by two threads at a time. */
static inline int formwright_ofx_read(const char *path, formwright_ofx_receiver *receiver) {
    /* The version of the interface that Debian 12 has. Opening a library again only raises a reference count. */
    void *library = dlopen("libofx.so.7", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return -1;
#define FORMWRIGHT_OFX_FUNCTION(name) __typeof__(&name) found_##name = (__typeof__(&name))dlsym(library, #name)
    FORMWRIGHT_OFX_FUNCTION(libofx_get_new_context);
    FORMWRIGHT_OFX_FUNCTION(libofx_free_context);
    FORMWRIGHT_OFX_FUNCTION(libofx_proc_file);
    FORMWRIGHT_OFX_FUNCTION(ofx_set_transaction_cb);
    FORMWRIGHT_OFX_FUNCTION(ofx_set_position_cb);
    FORMWRIGHT_OFX_FUNCTION(ofx_set_security_cb);
    FORMWRIGHT_OFX_FUNCTION(ofx_set_statement_cb);
#undef FORMWRIGHT_OFX_FUNCTION
    if (!found_libofx_get_new_context || !found_libofx_free_context || !found_libofx_proc_file ||
        !found_ofx_set_transaction_cb || !found_ofx_set_position_cb || !found_ofx_set_security_cb ||
        !found_ofx_set_statement_cb)
        return -1;
    formwright_ofx_silence(library, "ofx_PARSER_msg");
    formwright_ofx_silence(library, "ofx_DEBUG_msg");
    formwright_ofx_silence(library, "ofx_STATUS_msg");
    formwright_ofx_silence(library, "ofx_INFO_msg");
    formwright_ofx_silence(library, "ofx_WARNING_msg");
    formwright_ofx_silence(library, "ofx_ERROR_msg");
    LibofxContextPtr context = found_libofx_get_new_context();
    if (!context) return -1;
    found_ofx_set_transaction_cb(context, formwright_ofx_take_transaction, receiver);
    found_ofx_set_position_cb(context, formwright_ofx_take_position, receiver);
    found_ofx_set_security_cb(context, formwright_ofx_take_security, receiver);
    found_ofx_set_statement_cb(context, formwright_ofx_take_statement, receiver);
    found_libofx_proc_file(context, path, OFX);
    found_libofx_free_context(context);
    return 0;
}

/* Opens a file in memory; -1 if that fails. */
static inline int formwright_ofx_memory_file(void) { return memfd_create("ofx", MFD_CLOEXEC); }
