/* How are many movers followed where there is a compiler?

As flock.py follows them, to the same bits, but each on its own: a mover
is swept against the solids near the next stretch of its path, answers
its first contact, and goes on, until no contact is left. What is rare
is left to Python. Such a mover is alone: response.py goes on with it
from where it is now. It is one that passes through solids, starts in
one, may be crushed or stopped at a joint, whose path may not bend
again, or that has too many solids near it.

The letters are those of contact.py: p, h, e, v the mover's centre, half
extents, displacement and velocity, o, g, f, w the solid's, d = o + f u
- p, r = f - e, s = h + g, k = s - SKIN, u the time in the step, t the
time from now on. A body is eight numbers in this order, x and y of
each.

Each sum and product is rounded on its own, as numpy does it: so the
compiler must not contract a * b + c to one operation. build.py tells
it, and defines SKIN, MARGIN, NARROW, MOST_CONTACTS, MOST_BENDS, STOP,
SLIDE, BOUNCE, PASS, COLUMN_BITS, MOST_CELLS and SOURCE_TEXT from the
Python of this package.

Sources: flock.py and contact.py for the rules, grid.py and levels.py
for the search. */

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <math.h>
#include <stdint.h>

enum { MOST_NEAR = 256 }; /* solids near a stretch; if more, it is halved */
#define LEAST_STRIDE 0.125 /* px; a stretch as short is not halved */

typedef struct {
    double low[2], high[2];
} Bounds;

/* Solids, and a table in which to search for them: that of a Grid, or
that of its Levels. An entry is a solid in a cell. */
typedef struct {
    const double *frame; /* smallest and largest corner of all, px */
    const double *rows;  /* their eight numbers, a row for each */
    const int64_t *ids;
    int64_t entries;
    const int64_t *item;  /* of each entry, its row */
    const double *bounds; /* of each entry: low and high, x and y, px */
    /* Of a Grid. */
    int64_t columns;      /* of cells; 0 if there are levels */
    double side;          /* of a cell, px */
    const int64_t *first_entry; /* of each cell; one more */
    /* Of Levels. */
    int64_t levels, level_rows;
    const double *size;       /* each level's cells: widths, heights, px */
    const int64_t *key;       /* of each entry: level, row and column */
    const int64_t *level_row; /* level and row of each row with entries */
} World;

typedef struct {
    const double *body;
    const int64_t *id;
} Solid;

/* The solids near a stretch of a path. */
typedef struct {
    int64_t count; /* more than MOST_NEAR: not all are here */
    Solid solid[MOST_NEAR];
} Near;

/* Shadows on both axes: distance, relative displacement, reach. */
typedef struct {
    double d[2], r[2], s[2];
} Shadows;

typedef struct {
    Solid solid;
    int axis;
    double t, face, speed;
    int is_corner;
    double r; /* on the axis */
} Meeting;

typedef struct {
    double p[2], h[2], e[2], v[2];
    double u;
    int64_t bends;
    int64_t response;
    int64_t id;
    int is_narrow;
} Mover;

/* Rows of Paths and of Contacts: see tables.py. */
typedef struct {
    int64_t size; /* for how many rows of each there is room */
    int64_t pieces;
    int64_t *path_mover;
    double *u_start, *u_end, *start, *end;
    int64_t contacts;
    int64_t *mover, *other;
    double *u, *normal, *position;
} Log;

typedef struct {
    int world_count;
    World world[2];
    Bounds frame;        /* of all solids */
    double slack;        /* px, for what rounding may take from frame */
    double first_stride; /* px */
} Setting;

typedef enum { GOES_ON, ARRIVED, ALONE } Outcome;


/* --- the search ---------------------------------------------------- */

static inline double larger(double a, double b) { return a > b ? a : b; }
static inline double smaller(double a, double b) { return a < b ? a : b; }

static void add(const World *world, int64_t entry, Near *near)
{
    int64_t item = world->item[entry];
    if (near->count < MOST_NEAR) {
        Solid *solid = &near->solid[near->count];
        solid->body = world->rows + 8 * item;
        solid->id = world->ids + item;
    }
    near->count++;
}

static inline int is_near(
    const World *world, int64_t entry, const Bounds *box)
{
    const double *its = world->bounds + 4 * entry;
    /* & needs no jump: which of them is false is hard to predict. */
    return (its[0] <= box->high[0]) & (its[2] >= box->low[0])
        & (its[1] <= box->high[1]) & (its[3] >= box->low[1]);
}

/* The column or row of the cell of a coordinate: Grid._cells. */
static inline int64_t cell_of(const World *world, int axis, double x)
{
    double origin = world->frame[axis];
    double end = world->frame[2 + axis];
    return (int64_t)((smaller(larger(x, origin), end) - origin) / world->side);
}

/* The cells of a row that a box touches are one run of entries. An item
in several cells is taken in the first that it shares with the box. */
static void search_grid(const World *world, const Bounds *box, Near *near)
{
    int64_t first[2], last[2];
    for (int i = 0; i < 2; i++) {
        first[i] = cell_of(world, i, box->low[i]);
        last[i] = cell_of(world, i, box->high[i]);
    }
    for (int64_t y = first[1]; y <= last[1]; y++) {
        const int64_t *start = world->first_entry + y * world->columns;
        for (int64_t i = start[first[0]]; i < start[last[0] + 1]; i++) {
            if (!is_near(world, i, box))
                continue;
            const double *its = world->bounds + 4 * i;
            int64_t column = cell_of(world, 0, its[0]);
            int64_t row = cell_of(world, 1, its[1]);
            column = column > first[0] ? column : first[0];
            row = row > first[1] ? row : first[1];
            if (row == y && i >= start[column] && i < start[column + 1])
                add(world, i, near);
        }
    }
}

/* Levels.cells_of, on one axis. */
static inline int64_t level_cell(double x, double origin, double size)
{
    double cell = floor((x - origin) / size);
    return (int64_t)smaller(larger(cell, -1.0), 2 * MOST_CELLS - 1);
}

/* The index of the first of sorted numbers that is at least a value. */
static int64_t lower_bound(
    const int64_t *numbers, int64_t count, int64_t value)
{
    int64_t low = 0;
    while (count > 0) {
        int64_t half = count / 2;
        if (numbers[low + half] < value) {
            low += half + 1;
            count -= half + 1;
        } else
            count = half;
    }
    return low;
}

static int64_t pack(int64_t high, int64_t low)
{
    return (high << COLUMN_BITS) + low;
}

static void search_levels(const World *world, const Bounds *box, Near *near)
{
    for (int64_t level = 0; level < world->levels; level++) {
        int64_t first[2], last[2];
        for (int i = 0; i < 2; i++) {
            double size = world->size[i * world->levels + level];
            double origin = world->frame[i];
            /* A box may reach into the next cell: one more. */
            first[i] = level_cell(box->low[i], origin, size) - 1;
            first[i] = first[i] < 0 ? 0 : first[i];
            last[i] = level_cell(box->high[i], origin, size);
        }
        int64_t most = pack(level, last[1]);
        int64_t row = lower_bound(
            world->level_row, world->level_rows, pack(level, first[1]));
        for (; row < world->level_rows; row++) {
            if (world->level_row[row] > most)
                break;
            int64_t end = pack(world->level_row[row], last[0]);
            int64_t i = lower_bound(
                world->key, world->entries,
                pack(world->level_row[row], first[0]));
            for (; i < world->entries && world->key[i] <= end; i++)
                if (is_near(world, i, box))
                    add(world, i, near);
        }
    }
}

static void find_near(
    const Setting *setting, const Mover *m, double begin, double end,
    Near *near)
{
    Bounds box;
    for (int i = 0; i < 2; i++) {
        double a = m->p[i] + m->e[i] * begin;
        double b = m->p[i] + m->e[i] * end;
        double reach = m->h[i] + MARGIN;
        box.low[i] = smaller(a, b) - reach;
        box.high[i] = larger(a, b) + reach;
    }
    near->count = 0;
    for (int i = 0; i < setting->world_count; i++) {
        const World *world = &setting->world[i];
        if (world->columns)
            search_grid(world, &box, near);
        else
            search_levels(world, &box, near);
    }
}


/* --- the contact --------------------------------------------------- */

static Shadows shadows_of(const Mover *m, const double *body)
{
    Shadows x;
    for (int i = 0; i < 2; i++) {
        double o = body[i], g = body[2 + i], f = body[4 + i];
        x.d[i] = o + f * m->u - m->p[i];
        x.r[i] = f - m->e[i];
        x.s[i] = m->h[i] + g;
    }
    return x;
}

typedef enum { NO_MEETING, MEETING, INSIDE } Found;

/* contact.meeting; INSIDE if the boxes are deeper than SKIN in each
other already, and not about to part. */
static Found find_meeting(
    const Mover *m, const Solid *solid, double left, Meeting *found)
{
    Shadows x = shadows_of(m, solid->body);
    double enter[2], leave[2], face[2];
    for (int i = 0; i < 2; i++) {
        double d = x.d[i], r = x.r[i], s = x.s[i], k = s - SKIN;
        if (k <= 0 || (r == 0 && fabs(d) >= k))
            return NO_MEETING;
        enter[i] = r == 0 ? -INFINITY : (-copysign(k, r) - d) / r;
        leave[i] = r == 0 ? INFINITY : (copysign(k, r) - d) / r;
        face[i] = r == 0 ? -INFINITY : (-copysign(s, r) - d) / r;
    }
    double core = larger(enter[0], enter[1]);
    double out = smaller(leave[0], leave[1]);
    if (core >= smaller(out, left) || out <= 0)
        return NO_MEETING;
    if (core < 0)
        return INSIDE;
    int axis = enter[1] > enter[0];
    int other = 1 - axis;
    found->solid = *solid;
    found->axis = axis;
    found->face = larger(face[0], face[1]);
    found->t = larger(found->face, 0.0);
    found->speed = larger(fabs(x.r[0]), fabs(x.r[1]));
    found->r = x.r[axis];
    found->is_corner = fabs(x.d[other] + x.r[other] * found->t)
        >= x.s[other] - SKIN;
    return MEETING;
}

/* Whether, of two meetings in a tie, the first one goes before. */
static int goes_before(const Meeting *a, const Meeting *b)
{
    if (a->is_corner != b->is_corner)
        return a->is_corner < b->is_corner;
    if (a->face != b->face)
        return a->face < b->face;
    if (a->axis != b->axis)
        return a->axis < b->axis;
    for (int i = 0; i < 8; i++)
        if (a->solid.body[i] != b->solid.body[i])
            return a->solid.body[i] < b->solid.body[i];
    return *a->solid.id < *b->solid.id;
}

typedef enum { NO_HIT, HIT, IN_DOUBT } Hit;

/* contact.first_meeting, if it comes by a time; IN_DOUBT if Python must
decide. */
static Hit find_hit(
    const Mover *m, const Near *near, double latest, Meeting *hit)
{
    Meeting met[MOST_NEAR];
    int count = 0;
    double first = INFINITY, fastest = 0.0;
    double left = 1.0 - m->u;
    for (int i = 0; i < near->count; i++) {
        Found found = find_meeting(m, &near->solid[i], left, &met[count]);
        if (found == INSIDE)
            return IN_DOUBT;
        if (found == MEETING) {
            first = smaller(first, met[count].t);
            fastest = larger(fastest, met[count].speed);
            count++;
        }
    }
    if (count == 0 || first > latest)
        return NO_HIT;
    const Meeting *best = NULL;
    for (int i = 0; i < count; i++) {
        double later = met[i].t - first;
        if (later * met[i].speed > SKIN)
            continue;
        if (later * fastest > SKIN)
            return IN_DOUBT; /* A faster solid may end the tie. */
        if (best == NULL || goes_before(&met[i], best))
            best = &met[i];
    }
    *hit = *best;
    return HIT;
}

/* Whether a solid may touch the side opposite to the contact's: then
the mover may be crushed. */
static int may_be_crushed(
    const Mover *m, const Near *near, const Meeting *hit)
{
    int axis = hit->axis, other = 1 - axis;
    for (int i = 0; i < near->count; i++) {
        Shadows x = shadows_of(m, near->solid[i].body);
        double d = x.d[axis] + x.r[axis] * hit->t;
        double aside = x.d[other] + x.r[other] * hit->t;
        int is_beyond = (d > 0) == (hit->r > 0);
        if (is_beyond && fabs(aside) < x.s[other]
            && fabs(d) <= x.s[axis] + 3 * SKIN)
            return 1;
    }
    return 0;
}

/* Flock.at_joints: whether a joint may stop a narrow mover. */
static int may_be_at_joint(const Mover *m, const Near *near)
{
    for (int i = 0; i < near->count; i++) {
        Shadows x = shadows_of(m, near->solid[i].body);
        for (int axis = 0; axis < 2; axis++) {
            int other = 1 - axis;
            double d = x.d[axis], r = x.r[axis], s = x.s[axis];
            double t = (-copysign(s - SKIN, r) - d) / r;
            t = t > 0 ? t : 0.0; /* Also if it is not a number. */
            double room = fabs(x.d[other] + x.r[other] * t) - x.s[other];
            if (fabs(d + r * t) >= s - 8 * SKIN && fabs(room) <= 4 * SKIN)
                return 1;
        }
    }
    return 0;
}


/* --- the response -------------------------------------------------- */

/* response.motion_after. */
static void respond(
    double *e, const double *f, int axis, int64_t response, int rest)
{
    e[axis] = response == BOUNCE ? 2 * f[axis] - e[axis] : f[axis];
    if (rest)
        e[1 - axis] = 0.0;
}

/* Add the piece of path that ends at time u in q. One that takes no time
and is at most 2 SKIN long is left out: Log.add_pieces. */
static void add_piece(const Mover *m, double u, const double *q, Log *log)
{
    double length = larger(fabs(q[0] - m->p[0]), fabs(q[1] - m->p[1]));
    if (u <= m->u && length <= 2 * SKIN)
        return;
    int64_t i = log->pieces++;
    log->path_mover[i] = m->id;
    log->u_start[i] = m->u;
    log->u_end[i] = u;
    for (int axis = 0; axis < 2; axis++) {
        log->start[2 * i + axis] = m->p[axis];
        log->end[2 * i + axis] = q[axis];
    }
}

/* Move on to time u in q. */
static void move_on(Mover *m, double u, const double *q, Log *log)
{
    add_piece(m, u, q, log);
    m->u = u;
    m->p[0] = q[0];
    m->p[1] = q[1];
}

/* Add the contact that a mover has reached. */
static void add_contact(
    const Mover *m, const Meeting *hit, double n, Log *log)
{
    int axis = hit->axis;
    int64_t i = log->contacts++;
    log->mover[i] = m->id;
    log->other[i] = *hit->solid.id;
    log->u[i] = m->u;
    log->normal[2 * i + axis] = n;
    log->normal[2 * i + 1 - axis] = 0.0;
    log->position[2 * i] = m->p[0];
    log->position[2 * i + 1] = m->p[1];
}

/* Move to a contact, log it, and answer it: Flock.touch. */
static void touch(Mover *m, const Meeting *hit, Log *log)
{
    int axis = hit->axis, other = 1 - axis;
    const double *o = hit->solid.body, *g = o + 2, *f = o + 4, *w = o + 6;
    double u = m->u + hit->t;
    double n = copysign(1.0, hit->r); /* from the solid to the mover */
    double q[2];
    q[axis] = o[axis] + f[axis] * u + n * (m->h[axis] + g[axis]);
    q[other] = m->p[other] + m->e[other] * hit->t;
    move_on(m, u, q, log);
    /* After the contacts that it may report, a mover only slides. */
    if (m->bends < MOST_CONTACTS) {
        int rest = m->response == STOP && m->bends == 0;
        add_contact(m, hit, n, log);
        respond(m->e, f, axis, m->response, rest);
        respond(m->v, w, axis, m->response, rest);
    } else
        respond(m->e, f, axis, SLIDE, 0);
    m->bends++;
}


/* --- the mover ----------------------------------------------------- */

/* When a straight path, up to a time, is within the frame of all
solids. */
static void clip(
    const Setting *setting, const Mover *m, double *begin, double *end)
{
    for (int i = 0; i < 2; i++) {
        double reach = m->h[i] + MARGIN + setting->slack;
        double low = setting->frame.low[i] - reach - m->p[i];
        double high = setting->frame.high[i] + reach - m->p[i];
        double e = m->e[i];
        if (e == 0 && (low > 0 || high < 0))
            *end = -INFINITY;
        if (e == 0)
            continue;
        *begin = larger(*begin, (e > 0 ? low : high) / e);
        *end = smaller(*end, (e > 0 ? high : low) / e);
    }
}

/* Follow a mover to its next contact: find it and answer it, or find
that there is none. */
static Outcome next_contact(
    const Setting *setting, Mover *m, Log *log)
{
    Near near;
    Meeting hit;
    double left = 1.0 - m->u;
    double begin = 0.0, limit = left;
    double speed = larger(fabs(m->e[0]), fabs(m->e[1]));
    double stride = setting->first_stride;
    if (speed * left > stride)
        clip(setting, m, &begin, &limit);
    while (begin <= limit) {
        double end = limit;
        if (speed * (limit - begin) > stride) {
            /* However fast it is, a stride takes some time. */
            end = larger(begin + stride / speed, nextafter(begin, 2.0));
            end = smaller(end, limit);
        }
        find_near(setting, m, begin, end, &near);
        if (near.count > MOST_NEAR) {
            if (stride <= LEAST_STRIDE)
                return ALONE;
            stride = smaller(stride, speed * (end - begin)) / 2;
            continue;
        }
        if (m->is_narrow && may_be_at_joint(m, &near))
            return ALONE;
        double latest = end < limit ? end : INFINITY;
        Hit found = find_hit(m, &near, latest, &hit);
        if (found == IN_DOUBT)
            return ALONE;
        if (found == HIT) {
            if (m->bends == MOST_BENDS - 1 || may_be_crushed(m, &near, &hit))
                return ALONE;
            touch(m, &hit, log);
            return GOES_ON;
        }
        if (end == limit)
            return ARRIVED;
        begin = end;
        stride *= 2;
    }
    return ARRIVED;
}

/* Follow a mover to the end of the step, or until it is alone; return
whether it is. */
static int follow_mover(const Setting *setting, Mover *m, Log *log)
{
    Outcome outcome = m->response == PASS ? ALONE : GOES_ON;
    while (outcome == GOES_ON)
        outcome = next_contact(setting, m, log);
    if (outcome == ARRIVED && m->u < 1.0) {
        double left = 1.0 - m->u;
        double q[] = {m->p[0] + m->e[0] * left, m->p[1] + m->e[1] * left};
        move_on(m, 1.0, q, log);
    }
    return outcome == ALONE;
}


/* --- the module ---------------------------------------------------- */

/* The tables that follow() is given, in order. After them come those of
each world. */
enum {
    COLUMNS, /* (8, N): Bodies.columns; written */
    RESPONSE,
    IDS_OF_MOVERS,
    REACHED, /* Followed.u; written, like all that follow */
    BENDS,
    IS_ALONE, /* one byte each */
    PATH_MOVER, /* Paths */
    U_START,
    U_END,
    START,
    END,
    MOVER, /* Contacts */
    OTHER,
    U,
    NORMAL,
    POSITION,
    WORLDS
};
enum {
    FRAME, /* frame, side, columns; the last two are 0 for Levels */
    ROWS,
    IDS,
    ITEM,
    BOUNDS,
    FIRST_ENTRY, /* of Levels: key */
    LEVEL_ROW,
    SIZE,
    TABLES_OF_WORLD
};
enum { MOST_TABLES = WORLDS + 2 * TABLES_OF_WORLD };

/* Return how many numbers of 8 bytes a table holds. */
static int64_t count_in(const Py_buffer *table)
{
    return table->len / 8;
}

/* Read the tables of a world; return whether their lengths agree. What
they hold is right, since Grid or Levels made them. */
static int read_world(const Py_buffer *table, World *world)
{
    const double *frame = table[FRAME].buf;
    if (count_in(&table[FRAME]) != 6)
        return 0;
    world->frame = frame;
    world->side = frame[4];
    world->columns = (int64_t)frame[5];
    world->rows = table[ROWS].buf;
    world->ids = table[IDS].buf;
    world->entries = count_in(&table[ITEM]);
    world->item = table[ITEM].buf;
    world->bounds = table[BOUNDS].buf;
    world->first_entry = world->key = table[FIRST_ENTRY].buf;
    world->level_rows = count_in(&table[LEVEL_ROW]);
    world->level_row = table[LEVEL_ROW].buf;
    world->levels = count_in(&table[SIZE]) / 2;
    world->size = table[SIZE].buf;
    int64_t solids = count_in(&table[IDS]);
    if (count_in(&table[ROWS]) != 8 * solids
        || count_in(&table[BOUNDS]) != 4 * world->entries)
        return 0;
    if (world->columns == 0)
        return count_in(&table[FIRST_ENTRY]) == world->entries;
    int64_t columns = cell_of(world, 0, frame[2]) + 1;
    int64_t cells = columns * (cell_of(world, 1, frame[3]) + 1);
    return columns == world->columns
        && count_in(&table[FIRST_ENTRY]) == cells + 1
        && world->first_entry[0] == 0
        && world->first_entry[cells] == world->entries;
}

/* Find the box around all solids, and by how much rounding may move its
sides. */
static void find_frame(Setting *setting)
{
    double largest = 0.0;
    for (int axis = 0; axis < 2; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < setting->world_count; i++) {
            low = smaller(low, setting->world[i].frame[axis]);
            high = larger(high, setting->world[i].frame[2 + axis]);
        }
        largest = larger(largest, larger(fabs(low), fabs(high)));
        setting->frame.low[axis] = low;
        setting->frame.high[axis] = high;
    }
    setting->slack = 0x1p-50 * largest;
}

/* Read all tables; return whether their lengths agree. */
static int read_setting(
    const Py_buffer *table, int64_t count, int worlds, Setting *setting)
{
    if (count_in(&table[COLUMNS]) != 8 * count
        || count_in(&table[RESPONSE]) != count
        || count_in(&table[IDS_OF_MOVERS]) != count
        || count_in(&table[BENDS]) != count
        || table[IS_ALONE].len != count)
        return 0;
    setting->world_count = worlds;
    for (int i = 0; i < worlds; i++) {
        const Py_buffer *its = table + WORLDS + i * TABLES_OF_WORLD;
        if (!read_world(its, &setting->world[i]))
            return 0;
    }
    find_frame(setting);
    return 1;
}

static int read_log(const Py_buffer *table, Log *log)
{
    log->pieces = log->contacts = 0;
    log->size = count_in(&table[PATH_MOVER]);
    log->path_mover = table[PATH_MOVER].buf;
    log->u_start = table[U_START].buf;
    log->u_end = table[U_END].buf;
    log->start = table[START].buf;
    log->end = table[END].buf;
    log->mover = table[MOVER].buf;
    log->other = table[OTHER].buf;
    log->u = table[U].buf;
    log->normal = table[NORMAL].buf;
    log->position = table[POSITION].buf;
    for (int i = PATH_MOVER; i <= POSITION; i++) {
        int is_vector = i == START || i == END || i >= NORMAL;
        if (count_in(&table[i]) != (1 + is_vector) * log->size)
            return 0;
    }
    return 1;
}

/* Whether there may be no room for what happens to one more mover. */
static int is_full(const Log *log)
{
    int64_t rows = log->pieces > log->contacts ? log->pieces : log->contacts;
    return log->size - rows <= MOST_BENDS;
}

/* Follow the movers from one row on; return the row of the first that is
not done, because the log is full. */
static int64_t follow_movers(
    const Py_buffer *table, const Setting *setting, int64_t row,
    int64_t count, Log *log)
{
    double *columns = table[COLUMNS].buf;
    const int64_t *response = table[RESPONSE].buf;
    const int64_t *id = table[IDS_OF_MOVERS].buf;
    double *u = table[REACHED].buf;
    int64_t *bends = table[BENDS].buf;
    char *is_alone = table[IS_ALONE].buf;
    for (; row < count && !is_full(log); row++) {
        Mover m;
        double *vectors[] = {m.p, m.h, m.e, m.v};
        for (int i = 0; i < 8; i++)
            vectors[i / 2][i % 2] = columns[i * count + row];
        m.u = u[row];
        m.bends = bends[row];
        m.response = response[row];
        m.id = id[row];
        m.is_narrow = smaller(m.h[0], m.h[1]) <= NARROW;
        is_alone[row] = follow_mover(setting, &m, log);
        for (int i = 0; i < 8; i++)
            columns[i * count + row] = vectors[i / 2][i % 2];
        u[row] = m.u;
        bends[row] = m.bends;
    }
    return row;
}

PyDoc_STRVAR(follow_doc,
"follow(row, stride, *tables)\n--\n\n"
"Follow movers from a row on to the end of the step, or until they are\n"
"alone, or the log is full. A path is searched in strides, the first of\n"
"them so long, px. Return the row to go on from, and how many pieces of\n"
"path and contacts the log holds. compiled.py has the tables.");

static PyObject *follow(
    PyObject *module, PyObject *const *arguments, Py_ssize_t given)
{
    Py_buffer table[MOST_TABLES];
    Py_ssize_t tables = given - 2;
    int worlds = (int)((tables - WORLDS) / TABLES_OF_WORLD);
    if (tables < WORLDS || tables > MOST_TABLES
        || tables != WORLDS + worlds * TABLES_OF_WORLD)
        return PyErr_Format(
            PyExc_TypeError, "follow() got %zd tables", tables);
    int64_t row = PyLong_AsLongLong(arguments[0]);
    double stride = PyFloat_AsDouble(arguments[1]);
    if (PyErr_Occurred())
        return NULL;

    int held = 0;
    PyObject *result = NULL;
    for (; held < tables; held++) {
        int is_written = held == COLUMNS
            || (held >= REACHED && held <= POSITION);
        int flags = is_written ? PyBUF_WRITABLE : PyBUF_SIMPLE;
        if (PyObject_GetBuffer(arguments[2 + held], &table[held], flags))
            goto release;
    }
    Setting setting;
    Log log;
    int64_t count = count_in(&table[REACHED]);
    setting.first_stride = stride;
    if (row < 0 || !read_setting(table, count, worlds, &setting)
        || !read_log(table, &log)) {
        PyErr_SetString(
            PyExc_ValueError, "follow() got tables whose lengths differ");
        goto release;
    }
    PyThreadState *state = PyEval_SaveThread();
    row = follow_movers(table, &setting, row, count, &log);
    PyEval_RestoreThread(state);
    result = Py_BuildValue(
        "LLL", (long long)row, (long long)log.pieces,
        (long long)log.contacts);

release:
    while (held > 0)
        PyBuffer_Release(&table[--held]);
    return result;
}

static PyMethodDef methods[] = {
    {"follow", (PyCFunction)(void (*)(void))follow, METH_FASTCALL,
     follow_doc},
    {NULL, NULL, 0, NULL}};

static int add_source(PyObject *module)
{
    return PyModule_AddStringConstant(module, "source", SOURCE_TEXT);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_source}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_follow",
    .m_doc = "flock.py, compiled: see follow.c.",
    .m_methods = methods,
    .m_slots = slots};

PyMODINIT_FUNC PyInit__follow(void)
{
    return PyModuleDef_Init(&definition);
}
