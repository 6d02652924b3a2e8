/* Everything that can be done wrong is answered with a status, alone and from eight threads. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tilewright.h>

#define EXPECT(condition)                                                  \
    do {                                                                   \
        if (!(condition)) {                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

static const char *REQUEST =
    "{\"v\":1,\"call\":{\"op\":\"new\",\"variant\":{\"shipped\":\"classic\"},\"players\":2,"
    "\"seed\":{\"number\":1},\"words\":\"free\"}}";
static uint64_t shared;

static void *play(void *nothing) {
    (void)nothing;
    const uint8_t *request = (const uint8_t *)REQUEST;
    uint8_t first[65536], again[65536];
    size_t length = 0, other = 0;
    for (int round = 0; round < 25; round++) {
        uint64_t response;
        EXPECT(tw_call(shared, request, strlen(REQUEST), &response) == TW_OK);
        EXPECT(tw_response_length(response, &other) == TW_OK);
        EXPECT(tw_response_read(response, again, sizeof again) == TW_OK);
        EXPECT(round == 0 || (other == length && memcmp(first, again, length) == 0));
        memcpy(first, again, other);
        length = other;
        EXPECT(tw_response_free(response) == TW_OK);
        EXPECT(tw_response_free(response) == TW_ERROR_HANDLE);
    }
    return NULL;
}

static void misuse(uint64_t engine) {
    const uint8_t *request = (const uint8_t *)REQUEST;
    uint64_t response = 0;
    size_t length = 0;
    uint8_t byte = 0;
    uint64_t strange[] = { 0, 1, UINT64_MAX, engine + 1, engine ^ (UINT64_C(1) << 32) };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        EXPECT(tw_call(strange[i], request, 1, &response) == TW_ERROR_HANDLE);
        EXPECT(tw_engine_free(strange[i]) == TW_ERROR_HANDLE);
        EXPECT(tw_response_free(strange[i]) == TW_ERROR_HANDLE);
        EXPECT(tw_response_length(strange[i], &length) == TW_ERROR_HANDLE);
        EXPECT(tw_response_read(strange[i], &byte, 1) == TW_ERROR_HANDLE);
        EXPECT(tw_engine_add_lexicon(strange[i], request, 1, request, 1) == TW_ERROR_HANDLE);
    }
    EXPECT(tw_engine_new(NULL) == TW_ERROR_NULL);
    EXPECT(tw_call(engine, NULL, 5, &response) == TW_ERROR_NULL);
    EXPECT(tw_call(engine, request, 5, NULL) == TW_ERROR_NULL);
    EXPECT(tw_call(engine, request, SIZE_MAX, &response) == TW_ERROR_LENGTH);
    EXPECT(tw_engine_add_lexicon(engine, NULL, 2, request, 2) == TW_ERROR_NULL);
    EXPECT(tw_engine_add_lexicon(engine, request, 2, NULL, 2) == TW_ERROR_NULL);
    EXPECT(tw_engine_add_lexicon(engine, (const uint8_t *)"\xff", 1, request, 2) == TW_ERROR_LEXICON);
    EXPECT(tw_engine_add_lexicon(engine, (const uint8_t *)"x", 1, (const uint8_t *)"\xff\xfe", 2)
        == TW_ERROR_LEXICON);
    EXPECT(tw_engine_add_lexicon(engine, (const uint8_t *)"x", 1, (const uint8_t *)"read", 4) == TW_OK);
    /* No bytes, half a request, ten megabytes: all have a response. */
    static uint8_t huge[10 << 20];
    memset(huge, '[', sizeof huge);
    struct { const uint8_t *bytes; size_t length; } requests[] = {
        { NULL, 0 }, { request, 40 }, { huge, sizeof huge }, { (const uint8_t *)"\xff\xfe", 2 },
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        EXPECT(tw_call(engine, requests[i].bytes, requests[i].length, &response) == TW_OK);
        EXPECT(tw_response_length(response, NULL) == TW_ERROR_NULL);
        EXPECT(tw_response_length(response, &length) == TW_OK && length > 10);
        EXPECT(tw_response_read(response, NULL, length) == TW_ERROR_NULL);
        EXPECT(tw_response_read(response, &byte, 1) == TW_ERROR_SMALL);
        EXPECT(tw_engine_free(response) == TW_ERROR_HANDLE);
        EXPECT(tw_response_free(engine) == TW_ERROR_HANDLE);
        EXPECT(tw_response_free(response) == TW_OK);
        EXPECT(tw_response_length(response, &length) == TW_ERROR_HANDLE);
    }
    EXPECT(strlen(tw_status_text(TW_ERROR_SMALL)) > 5 && strlen(tw_status_text(99)) > 5);
}

/* Asks until the engine is freed: an answer, or the status that says so. */
static void *ask_until_freed(void *nothing) {
    (void)nothing;
    for (;;) {
        uint64_t response;
        int32_t status = tw_call(shared, (const uint8_t *)REQUEST, strlen(REQUEST), &response);
        if (status != TW_OK) {
            EXPECT(status == TW_ERROR_HANDLE);
            return NULL;
        }
        EXPECT(tw_response_free(response) == TW_OK);
    }
}

static void in_eight_threads(void *(*run)(void *), int free_engine) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) {
        EXPECT(pthread_create(&threads[i], NULL, run, NULL) == 0);
    }
    if (free_engine) {
        EXPECT(tw_engine_free(shared) == TW_OK);
    }
    for (int i = 0; i < 8; i++) {
        EXPECT(pthread_join(threads[i], NULL) == 0);
    }
}

int main(void) {
    EXPECT(tw_abi_version() == TW_ABI_VERSION);
    EXPECT(tw_engine_new(&shared) == TW_OK);
    misuse(shared);
    in_eight_threads(play, 0);
    EXPECT(tw_open_handles() == 1);
    in_eight_threads(ask_until_freed, 1);
    EXPECT(tw_engine_free(shared) == TW_ERROR_HANDLE);
    /* Its place is taken by another engine, which the old handle does not reach. */
    uint64_t next, response;
    EXPECT(tw_engine_new(&next) == TW_OK && next != shared);
    EXPECT(tw_call(shared, (const uint8_t *)REQUEST, 1, &response) == TW_ERROR_HANDLE);
    EXPECT(tw_engine_free(shared) == TW_ERROR_HANDLE);
    EXPECT(tw_engine_free(next) == TW_OK);
    EXPECT(tw_open_handles() == 0);
    puts("every misuse was answered");
    return 0;
}
