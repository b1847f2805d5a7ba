/* Farkle, basic rules, two players who take all that scores and bank at a threshold: the plain
   program that the arena is measured against. Same generator, same games (docs/dice.md).

   usage: arena GAMES SEED THRESHOLD */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { DICE = 6, TARGET = 10000 };

typedef struct { int16_t points; int8_t left; } Keep;

static Keep keeps[DICE + 1][46656];
static const uint32_t power[DICE + 1] = {1, 6, 36, 216, 1296, 7776, 46656};

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint64_t number(uint64_t key, uint64_t counter) {
    return mix(key + (counter + 1) * 0x9E3779B97F4A7C15u);
}

/* All scoring dice of a roll: triples, and single 1s and 5s. */
static Keep all_of(int count, uint32_t code) {
    int faces[6] = {0};
    for (int i = 0; i < count; i++, code /= 6) faces[code % 6]++;
    Keep keep = {0, (int8_t)count};
    for (int face = 0; face < 6; face++) {
        int triples = faces[face] / 3, singles = faces[face] % 3;
        keep.points += triples * (face == 0 ? 1000 : 100 * (face + 1));
        keep.left -= 3 * triples;
        if (face == 0 || face == 4) {
            keep.points += singles * (face == 0 ? 100 : 50);
            keep.left -= singles;
        }
    }
    return keep;
}

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    uint64_t games = strtoull(argv[1], 0, 10), seed = strtoull(argv[2], 0, 10);
    int threshold = atoi(argv[3]);
    for (int count = 1; count <= DICE; count++)
        for (uint32_t code = 0; code < power[count]; code++) keeps[count][code] = all_of(count, code);
    uint64_t points[2] = {0}, wins[2] = {0}, turns[2] = {0}, rolls[2] = {0}, farkles[2] = {0};
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (uint64_t game = 0; game < games; game++) {
        uint64_t key = number(number(number(seed, 0), game), 0);
        int total[2] = {0, 0}, starter = -1, seat = 0;
        uint64_t turn[2] = {0, 0};
        for (; seat != starter; seat ^= 1) {
            uint64_t counter = (uint64_t)seat << 56 | turn[seat]++ << 24;
            int gathered = 0, left = DICE;
            for (;;) {
                uint64_t fraction = number(key, counter++);
                rolls[seat]++;
                Keep keep = keeps[left][(unsigned __int128)fraction * power[left] >> 64];
                if (!keep.points) {
                    farkles[seat]++;
                    break;
                }
                gathered += keep.points;
                left = keep.left ? keep.left : DICE;
                if (gathered >= threshold) {
                    total[seat] += gathered;
                    if (starter < 0 && total[seat] >= TARGET) starter = seat;
                    break;
                }
            }
        }
        int other = starter ^ 1;
        wins[total[other] > total[starter] ? other : starter]++;
        for (seat = 0; seat < 2; seat++) points[seat] += total[seat], turns[seat] += turn[seat];
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = end.tv_sec - begin.tv_sec + 1e-9 * (end.tv_nsec - begin.tv_nsec);
    printf("{\"seconds\": %.9f, \"seats\": [", seconds);
    for (int seat = 0; seat < 2; seat++)
        printf("%s{\"points\": %llu, \"wins\": %llu, \"turns\": %llu, \"rolls\": %llu, \"farkles\": %llu}",
               seat ? ", " : "", (unsigned long long)points[seat], (unsigned long long)wins[seat],
               (unsigned long long)turns[seat], (unsigned long long)rolls[seat],
               (unsigned long long)farkles[seat]);
    puts("]}");
}
