/* What does the same algorithm cost in compiled code on one core?

A uniform grid over the walls, and for each mover: sweep its box against the walls in the cells of
what is left of its way, go to the earliest contact, set the hit coordinate from the wall's face,
mirror the velocity, and again with the time that is left. The rules of a contact are those of
game/collision/response.py, for walls that rest: a wall stops a mover only if the boxes shortened by
SKIN would overlap on both axes at once. Ties within SKIN are not ordered: random arenas have none.

float64, no SIMD by hand, no threads; cells hold copies of their walls, so that a search reads
memory in order. A wall that lies in several cells is swept several times, which changes nothing. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SKIN 0x1p-20
#define MOST_CONTACTS 64 /* after so many a mover slides for the rest of the step */
#define MOST_BENDS 1024

typedef struct { double x, y, w, h; } Box; /* centre and half extents */

typedef struct {
    double cell;
    int columns, rows;
    int *first; /* of each cell, and one more */
    Box *walls; /* by cell */
} Grid;

static int clamped(double at, int count) {
    return at < 0 ? 0 : at >= count ? count - 1 : (int)at;
}

static void range(const Grid *grid, double x0, double y0, double x1, double y1, int *to) {
    to[0] = clamped(floor(x0 / grid->cell), grid->columns);
    to[1] = clamped(floor(y0 / grid->cell), grid->rows);
    to[2] = clamped(floor(x1 / grid->cell), grid->columns);
    to[3] = clamped(floor(y1 / grid->cell), grid->rows);
}

Grid *grid_new(const double *center, const double *half, int walls, double side, double cell) {
    Grid *grid = malloc(sizeof *grid);
    int n = (int)ceil(side / cell), cells = n * n, to[4];
    *grid = (Grid){cell, n, n, calloc(cells + 2, sizeof(int)), NULL};
    for (int fill = 0; fill < 2; fill++) { /* count, then place */
        for (int i = 0; i < walls; i++) {
            Box wall = {center[2 * i], center[2 * i + 1], half[2 * i], half[2 * i + 1]};
            range(grid, wall.x - wall.w - SKIN, wall.y - wall.h - SKIN, wall.x + wall.w + SKIN,
                  wall.y + wall.h + SKIN, to);
            for (int row = to[1]; row <= to[3]; row++)
                for (int column = to[0]; column <= to[2]; column++) {
                    int at = row * n + column;
                    if (fill)
                        grid->walls[grid->first[at + 1]++] = wall;
                    else
                        grid->first[at + 2]++;
                }
        }
        if (!fill) {
            for (int at = 0; at < cells; at++)
                grid->first[at + 2] += grid->first[at + 1];
            grid->walls = malloc(grid->first[cells + 1] * sizeof(Box) + 1);
        }
    }
    return grid;
}

void grid_free(Grid *grid) {
    free(grid->first);
    free(grid->walls);
    free(grid);
}

/* Keep the contact with a wall if it comes before *t. e is the way still to go. */
static inline void meet(const Box *wall, double px, double py, double w, double h, double ex,
                        double ey, double left, double *t, int *axis, double *flush) {
    double dx = wall->x - px, dy = wall->y - py, sx = wall->w + w, sy = wall->h + h;
    double kx = sx - SKIN, ky = sy - SKIN;
    double ax = ex < 0 ? -dx : dx, ay = ey < 0 ? -dy : dy, rx = fabs(ex), ry = fabs(ey);
    /* Most are behind, beside, or too far ahead: no quotient is needed to see that. */
    if (ax + kx <= 0 || ay + ky <= 0 || ax - kx >= rx * left || ay - ky >= ry * left) return;
    double enter_x = rx > 0 ? (ax - kx) / rx : -INFINITY, leave_x = rx > 0 ? (ax + kx) / rx : INFINITY;
    double enter_y = ry > 0 ? (ay - ky) / ry : -INFINITY, leave_y = ry > 0 ? (ay + ky) / ry : INFINITY;
    double core = fmax(enter_x, enter_y), out = fmin(leave_x, leave_y);
    if (!(core < out && core < left && out > 0)) return;
    int a = enter_y > enter_x;
    if (core < 0) { /* deeper than SKIN: the axis of least depth, if it approaches */
        a = sy - fabs(dy) < sx - fabs(dx);
        if (!((a ? dy * ey : dx * ex) > 0)) return;
    }
    double face = fmax(rx > 0 ? (ax - sx) / rx : -INFINITY, ry > 0 ? (ay - sy) / ry : -INFINITY);
    if (face < 0) face = 0;
    if (face >= *t) return;
    *t = face;
    *axis = a;
    *flush = a ? wall->y - copysign(sy, ey) : wall->x - copysign(sx, ex);
}

void step(const Grid *grid, double *center, double *velocity, const double *half, int movers,
          double dt) {
    for (int i = 0; i < movers; i++) {
        double *p = center + 2 * i, *v = velocity + 2 * i, w = half[2 * i], h = half[2 * i + 1];
        double e[2] = {v[0] * dt, v[1] * dt}, left = 1;
        for (int bends = 1; bends < MOST_BENDS; bends++) {
            double qx = p[0] + e[0] * left, qy = p[1] + e[1] * left, t = INFINITY, flush = 0;
            int to[4], axis = 0;
            range(grid, fmin(p[0], qx) - w - SKIN, fmin(p[1], qy) - h - SKIN,
                  fmax(p[0], qx) + w + SKIN, fmax(p[1], qy) + h + SKIN, to);
            for (int row = to[1]; row <= to[3]; row++) {
                /* the cells of one row are one run of walls */
                const int *first = grid->first + row * grid->columns;
                const Box *end = grid->walls + first[to[2] + 1];
                for (const Box *wall = grid->walls + first[to[0]]; wall < end; wall++)
                    meet(wall, p[0], p[1], w, h, e[0], e[1], left, &t, &axis, &flush);
            }
            if (t > left) {
                p[0] = qx;
                p[1] = qy;
                break;
            }
            p[0] += e[0] * t;
            p[1] += e[1] * t;
            p[axis] = flush;
            left -= t;
            if (bends <= MOST_CONTACTS) {
                e[axis] = -e[axis];
                v[axis] = -v[axis];
            } else
                e[axis] = 0;
        }
    }
}
