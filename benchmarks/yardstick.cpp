// The two-player solver of docs/theory.md ("Two players, totals that only grow") as a good C++
// programmer would write it: what benchmarks/solver.py measures ours against.
//
// It reads the rules as numbers, points in steps, and prints the first player's chance:
//
//     dice target entry refuse must last shared
//     for each number of dice: farkle chance, number of different rolls
//         for each roll: chance, number of keeps, then points and dice left of each keep
//
// `refuse` says that nobody may bank less than the entry, `must` that hot dice have to be rolled,
// `last` that a last round follows. Not measured and so not known here: other options, penalties,
// error bounds.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int LANES = 8;
typedef double Row __attribute__((vector_size(LANES * sizeof(double))));
typedef long long Mask __attribute__((vector_size(LANES * sizeof(double))));

constexpr double SETTLED = 4e-15;     // residual of a pair that counts as solved
constexpr double FAR = 1e-9;          // points closer than this say nothing about a slope
constexpr double NEGLIGIBLE = 1e-14;  // chance of the last mover that no longer counts
constexpr int EVALUATIONS = 40;

struct Keep { int points, left; };
struct Roll { double chance; std::vector<Keep> keeps; };
struct Rolls { double farkle; std::vector<Roll> rolls; };

// The rolls of one number of dice: keeps as offsets of rows from the current level.
struct Program {
    double farkle;
    std::vector<double> chances;
    std::vector<int> counts, offsets;
};

int dice, target, entry, refuse, must, last, shared, reach = 0;
double least_farkle = 1;
std::vector<Rolls> rolls;
std::vector<Program> programs;
std::vector<double> wins;    // of the last mover, by the steps needed to tie
std::vector<double> forced;  // of who has to roll hot dice, by the steps that the last mover needs
double again = 0;            // the chance that forced hot dice come again
std::vector<double> values;  // of the mover, by sum of totals and total of the other player

static void fail(const char *why) { std::fprintf(stderr, "yardstick: %s\n", why); std::exit(1); }

static int number() {
    int found;
    if (std::scanf("%d", &found) != 1) fail("a whole number is missing");
    return found;
}

static double chance() {
    double found;
    if (std::scanf("%lf", &found) != 1) fail("a chance is missing");
    return found;
}

static void read_rules() {
    dice = number(), target = number(), entry = number();
    refuse = number(), must = number(), last = number(), shared = number();
    rolls.resize(dice + 1), programs.resize(dice + 1);
    for (int count = 1; count <= dice; count++) {
        Rolls &known = rolls[count];
        known.farkle = chance();
        known.rolls.resize(number());
        for (Roll &roll : known.rolls) {
            roll.chance = chance();
            roll.keeps.resize(number());
            for (Keep &keep : roll.keeps) {
                keep.points = number(), keep.left = number();
                reach = std::max(reach, keep.points);
            }
        }
        // rolls with as many keeps side by side make the length of the inner loop predictable
        std::stable_sort(known.rolls.begin(), known.rolls.end(), [](const Roll &a, const Roll &b) {
            return a.keeps.size() < b.keeps.size();
        });
        Program &program = programs[count];
        program.farkle = known.farkle;
        least_farkle = std::min(least_farkle, known.farkle);
        for (const Roll &roll : known.rolls) {
            program.chances.push_back(roll.chance);
            program.counts.push_back(roll.keeps.size());
            for (const Keep &keep : roll.keeps)
                program.offsets.push_back(keep.points * dice + keep.left);
        }
    }
}

// The chances of whoever has the last turn, for needs from 0 on until they are negligible.
static void last_turns() {
    if (!last) { wins = {0.0}; return; }
    for (const Roll &roll : rolls[dice].rolls) {
        bool all = must;
        for (const Keep &keep : roll.keeps) all &= keep.left == 0;
        again += all ? roll.chance : 0;
    }
    // everything reached, but hot dice may still have to be rolled
    const double hot = must ? (1 - again - rolls[dice].farkle) / (1 - again) : 1;
    const double tie = shared ? 0.5 : 0.0;
    std::vector<double> best;  // by what is still needed to tie and dice left
    for (int need = 0;; need++) {
        best.resize((need + 1) * dice);
        double rolled = 0;
        for (int count = 1; count <= dice; count++) {
            rolled = 0;
            for (const Roll &roll : rolls[count].rolls) {
                double most = 0;
                for (const Keep &keep : roll.keeps) {
                    const int after = need - keep.points;
                    const double beyond = keep.left ? 1 : hot;
                    most = std::max(most, after < 0 ? beyond : best[after * dice + keep.left]);
                }
                rolled += roll.chance * most;
            }
            const bool roll_on = must && count == dice;
            const double stop = need ? 0 : tie;
            best[need * dice + count % dice] = roll_on ? rolled : std::max(rolled, stop);
        }
        wins.push_back(rolled);
        if (rolled < NEGLIGIBLE) break;
    }
    // where it is best to stop as soon as possible, all but the value of a farkle
    const int size = wins.size();
    forced.resize(size);
    for (int need = size - 1; need >= 0; need--)
        for (const Roll &roll : rolls[dice].rolls) {
            double most = 0, only = 0;
            for (const Keep &keep : roll.keeps) {
                const int after = need + keep.points;
                if (keep.left) most = std::max(most, after < size ? 1 - wins[after] : 1);
                else only = after < size ? forced[after] : hot;
            }
            forced[need] += roll.chance * (most > 0 ? most : only);
        }
}

// The turns of eight totals, and room for the values of all their levels.
struct Turns {
    int top;                       // the highest level at which somebody may roll on
    std::vector<Row> stops, safe;  // by level; `safe` with hot dice that have to be rolled
    std::vector<Row> rows;         // by level and dice left
    Mask fresh;                    // who still needs the entry

    void begin(const int (&own)[LANES], const int (&other)[LANES], const Row &low) {
        top = 0;
        for (int lane = 0; lane < LANES; lane++) {
            const int a = own[lane], b = other[lane];
            const double least = least_farkle * (1 - low[lane]);
            int need = 0;
            while (need < (int)wins.size() && wins[need] > least) need++;
            top = std::max({top, target - a - 1, entry - 1, b + need - 1 - a});
            fresh[lane] = a == 0 && entry > 0 ? -1 : 0;
        }
        const int levels = top + reach + 1, size = wins.size();
        stops.resize(levels), safe.resize(levels), rows.resize(levels * dice);
        for (int lane = 0; lane < LANES; lane++) {
            const int a = own[lane], b = other[lane], below = std::min(target - a, levels);
            const double *next = &values[(size_t)(a + b) * target + a];
            for (int u = 0; u < below; u++, next += target + 1) stops[u][lane] = 1 - *next;
            for (int u = below; u < levels; u++) {
                const int need = a + u - b;
                stops[u][lane] = need < size ? 1 - wins[need] : 1.0;
                if (must) safe[u][lane] = forced[std::min(need, size - 1)];
            }
        }
    }

    // The value of each turn if a scoreless one is worth `lost`.
    Row evaluate(const Row &lost) {
        const Row refused = Row{} - 1.0;
        const double farkled = programs[dice].farkle / (1 - again);
        for (int u = top + reach; u > top; u--) {
            std::fill_n(&rows[u * dice], dice, stops[u]);
            if (must) rows[u * dice] = safe[u] + farkled * lost;
        }
        Row sum{};
        for (int u = top; u >= 0; u--) {
            Row *level = &rows[u * dice];
            Row stop = stops[u];
            if (u < entry) stop = fresh ? (refuse ? refused : lost) : stop;
            for (int count = u ? 1 : dice; count <= dice; count++) {
                const Program &program = programs[count];
                const int *offset = program.offsets.data(), *keeps = program.counts.data();
                sum = program.farkle * lost;
                for (double chance : program.chances) {
                    Row most = level[*offset++];
                    for (int more = *keeps++; more > 1; more--) {
                        const Row &keep = level[*offset++];
                        most = most > keep ? most : keep;
                    }
                    sum += chance * most;
                }
                const bool roll_on = must && count == dice;
                level[count % dice] = roll_on ? sum : (sum > stop ? sum : stop);
            }
        }
        return sum;
    }
};

static Row between(const Row &x) {
    const Row zero{}, one = zero + 1.0;
    const Row low = x > zero ? x : zero;
    return low < one ? low : one;
}

// Eight pairs (a, b) of one sum: x for a to move, z for b to move.
static void solve_pairs(const int (&a)[LANES], const int (&b)[LANES], Row &x, Row &z) {
    static thread_local Turns first, second;
    const Row one = Row{} + 1.0;
    for (int lane = 0; lane < LANES; lane++) {
        auto guess = [](int own, int other) {  // the plane through the neighbours
            auto near = [&](int more, int most) {
                const bool known = own + more < target && other + most < target;
                const size_t s = own + other + more + most;
                return known ? values[s * target + other + most] : 0.5;
            };
            return near(1, 0) + near(0, 1) - near(1, 1);
        };
        x[lane] = guess(a[lane], b[lane]), z[lane] = guess(b[lane], a[lane]);
    }
    x = between(x), z = between(z);
    first.begin(a, b, between(one - z + 1e-3)), second.begin(b, a, between(one - x + 1e-3));
    Row y0{}, f0{}, w0{}, g0{}, m = Row{} + 0.3, n = m;
    for (int round = 0; round < EVALUATIONS; round++) {
        const Row y = one - z, f = first.evaluate(y);
        const Row w = one - x, g = second.evaluate(w);
        bool settled = true;
        for (int lane = 0; lane < LANES; lane++) {
            settled &= std::fabs(f[lane] - x[lane]) <= SETTLED;
            settled &= std::fabs(g[lane] - z[lane]) <= SETTLED;
        }
        if (settled) return;
        if (round) {
            const Row dy = y - y0, dw = w - w0;
            m = ((dy > FAR) | (dy < -FAR)) ? (f - f0) / dy : m;
            n = ((dw > FAR) | (dw < -FAR)) ? (g - g0) / dw : n;
        }
        y0 = y, f0 = f, w0 = w, g0 = g;
        const Row own = f - m * y, rest = g - n * w;
        x = between((own + m * (one - rest - n)) / (one - m * n));
        z = between(rest + n * (one - x));
    }
}

int main() {
    read_rules();
    last_turns();
    values.assign((size_t)2 * target * target, 0.0);
    std::vector<int> reached{0};
    for (int total = std::max(1, entry); total < target; total++) reached.push_back(total);
    long states = 0;
    for (int s = 2 * (target - 1); s >= 0; s--) {
        std::vector<int> lower;  // of the two totals of each pair
        for (int a : reached) {
            const int b = s - a;
            if (a <= b && b < target && (b == 0 || b >= entry)) lower.push_back(a);
        }
        const int pairs = lower.size();
        states += 2 * pairs;
#pragma omp parallel for schedule(dynamic, 1) if (pairs > LANES)
        for (int at = 0; at < pairs; at += LANES) {
            int a[LANES], b[LANES];
            for (int lane = 0; lane < LANES; lane++) {
                a[lane] = lower[std::min(at + lane, pairs - 1)];
                b[lane] = s - a[lane];
            }
            Row x, z;
            solve_pairs(a, b, x, z);
            for (int lane = 0; lane < LANES && at + lane < pairs; lane++) {
                values[(size_t)s * target + b[lane]] = x[lane];
                values[(size_t)s * target + a[lane]] = z[lane];
            }
        }
    }
    std::printf("%.17g %ld\n", values[0], states);
}
