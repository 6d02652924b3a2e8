/* Answers the frames of a file with the engine: frames IN OUT. A frame is a length, four bytes
 * with the lowest first, and as many bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <tilewright.h>

static int fail(const char *what, int32_t status) {
    fprintf(stderr, "%s: %s\n", what, tw_status_text(status));
    return 1;
}

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = argc == 3 ? fopen(argv[2], "wb") : NULL;
    uint64_t engine;
    if (in == NULL || out == NULL || tw_engine_new(&engine) != TW_OK) {
        fprintf(stderr, "usage: frames IN OUT\n");
        return 1;
    }
    unsigned char head[4];
    unsigned long count = 0;
    while (fread(head, 1, 4, in) == 4) {
        size_t length = head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
        uint8_t *request = malloc(length + 1);
        if (request == NULL || fread(request, 1, length, in) != length) {
            return fail("the file is torn", 0);
        }
        uint64_t response;
        int32_t status = tw_call(engine, request, length, &response);
        free(request);
        if (status != TW_OK) {
            return fail("tw_call", status);
        }
        size_t size = 0;
        tw_response_length(response, &size);
        uint8_t *bytes = malloc(size + 1);
        status = tw_response_read(response, bytes, size);
        if (status != TW_OK || (status = tw_response_free(response)) != TW_OK) {
            return fail("the response", status);
        }
        unsigned char prefix[4] = { size & 255, size >> 8 & 255, size >> 16 & 255, size >> 24 };
        fwrite(prefix, 1, 4, out);
        fwrite(bytes, 1, size, out);
        free(bytes);
        count++;
    }
    fclose(in);
    int closed = fclose(out);
    if (tw_engine_free(engine) != TW_OK || tw_open_handles() != 0 || closed != 0) {
        return fail("something is left open", 0);
    }
    printf("%lu frames answered\n", count);
    return 0;
}
