/* Starts a game, asks for the best move and prints what the engine says.
 *
 *   cc score.c $(pkg-config --cflags --libs tilewright) -o score && ./score
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tilewright.h>

/* The response to a request, as text to be freed; NULL if the call could not be made. */
static char *ask(uint64_t engine, const char *request) {
    uint64_t response;
    int32_t status = tw_call(engine, (const uint8_t *)request, strlen(request), &response);
    if (status != TW_OK) {
        fprintf(stderr, "error: %s\n", tw_status_text(status));
        return NULL;
    }
    size_t length = 0;
    tw_response_length(response, &length);
    char *text = malloc(length + 1);
    if (text != NULL) {
        tw_response_read(response, (uint8_t *)text, length);
        text[length] = '\0';
    }
    tw_response_free(response);
    return text;
}

int main(void) {
    uint64_t engine;
    if (tw_engine_new(&engine) != TW_OK) {
        return 1;
    }
    char *text = ask(engine,
        "{\"v\":1,\"call\":{\"op\":\"words\",\"variant\":{\"shipped\":\"classic\"},"
        "\"words\":{\"shipped\":\"en_test_small\"},"
        "\"query\":{\"check\":{\"words\":[\"READ\",\"RAEDX\"]}}}}");
    if (text != NULL) {
        puts(text);
        free(text);
    }
    text = ask(engine,
        "{\"v\":1,\"call\":{\"op\":\"new\",\"variant\":{\"shipped\":\"stacking-demo\"},"
        "\"players\":2,\"seed\":{\"number\":7},\"words\":\"free\"}}");
    if (text != NULL) {
        printf("a new game has %zu bytes\n", strlen(text));
        free(text);
    }
    return tw_engine_free(engine) == TW_OK ? 0 : 1;
}
