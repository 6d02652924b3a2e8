/* Tilewright for C: the bytes of a request in, the bytes of a response out.
 *
 * Generated from the exported functions of bindings/c; a test compares them.
 *
 * Every function may be called from any thread at any time. Engines and responses are handles;
 * a handle that was freed is refused from then on. Requests and responses are JSON in UTF-8; their
 * schema is protocol.schema.json.
 */
#ifndef TILEWRIGHT_H
#define TILEWRIGHT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TW_ABI_VERSION 1

/* success */
#define TW_OK (0)
/* the handle does not exist or was freed */
#define TW_ERROR_HANDLE (-1)
/* a required pointer is null */
#define TW_ERROR_NULL (-2)
/* the length is larger than the bound of 1 GiB */
#define TW_ERROR_LENGTH (-3)
/* the buffer is too small; ask for the length first */
#define TW_ERROR_SMALL (-4)
/* the word list is not text or a packed list, its id is not plain, or there are too many */
#define TW_ERROR_LEXICON (-5)
/* too many handles are open; free responses once they are read */
#define TW_ERROR_LIMIT (-6)
/* something is wrong in the engine; please report it */
#define TW_ERROR_INTERNAL (-7)

/* The version of this interface: 1. */
uint32_t tw_abi_version(void);

/* What a status means, as text that stays where it is. */
const char *tw_status_text(int32_t status);

/* The number of engines and responses that are open, for tests. */
size_t tw_open_handles(void);

/* Makes an engine. It may be used by several threads at once. */
int32_t tw_engine_new(uint64_t *engine);

/* Frees an engine. Calls under way on other threads are finished. */
int32_t tw_engine_free(uint64_t engine);

/* Adds a word list by its id, as variants name it: UTF-8 text with one word a line, or a packed
 * list such as the bundled files. A list of the same id is replaced. */
int32_t tw_engine_add_lexicon(uint64_t engine, const uint8_t *id, size_t id_length, const uint8_t *list, size_t list_length);

/* Answers the bytes of a request. The response is a handle: ask for its length, read it into a
 * buffer, free it. Errors of the request itself are in the response too. */
int32_t tw_call(uint64_t engine, const uint8_t *request, size_t length, uint64_t *response);

/* The number of bytes of a response. */
int32_t tw_response_length(uint64_t response, size_t *length);

/* Copies a response into a buffer. Nothing is written if it does not fit. */
int32_t tw_response_read(uint64_t response, uint8_t *buffer, size_t capacity);

/* Frees a response. */
int32_t tw_response_free(uint64_t response);

#ifdef __cplusplus
}
#endif

#endif
