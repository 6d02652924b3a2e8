/* Times the frames of a file: speed IN prints microseconds of processor time, one a line. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <tilewright.h>

static uint8_t *buffer;
static size_t capacity;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static void call(uint64_t engine, const uint8_t *request, size_t length) {
    uint64_t response;
    size_t size = 0;
    if (tw_call(engine, request, length, &response) != TW_OK) {
        exit(1);
    }
    tw_response_length(response, &size);
    if (size > capacity) {
        buffer = realloc(buffer, capacity = 2 * size);
    }
    if (tw_response_read(response, buffer, capacity) != TW_OK || tw_response_free(response) != TW_OK) {
        exit(1);
    }
}

static double run(uint64_t engine, const uint8_t *request, size_t length, long rounds) {
    double start = now();
    for (long round = 0; round < rounds; round++) {
        call(engine, request, length);
    }
    return now() - start;
}

int main(int argc, char **argv) {
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    uint64_t engine;
    if (in == NULL || tw_engine_new(&engine) != TW_OK) {
        fprintf(stderr, "usage: speed IN\n");
        return 1;
    }
    unsigned char head[4];
    while (fread(head, 1, 4, in) == 4) {
        size_t length = head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
        uint8_t *request = malloc(length + 1);
        if (request == NULL || fread(request, 1, length, in) != length) {
            return 1;
        }
        long rounds = 1;
        run(engine, request, length, 3);
        while (run(engine, request, length, rounds) < 2e5 && rounds < 1 << 20) {
            rounds *= 2;
        }
        double least = 1e18;
        for (int batch = 0; batch < 5; batch++) {
            double time = run(engine, request, length, rounds) / rounds;
            least = time < least ? time : least;
        }
        printf("%.3f\n", least);
        free(request);
    }
    fclose(in);
    free(buffer);
    return tw_engine_free(engine) == TW_OK ? 0 : 1;
}
