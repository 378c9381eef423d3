/* A path as the tracker holds it: points, how far along each one is, and the run that is being driven. A run goes in one direction: it ends where the same
 * pose comes twice, or with the path. src/control/parking/tracked-path.ts is the same. */
#ifndef PATH_H
#define PATH_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_POINTS = 1024 };

typedef struct {
  uint32_t id; /* number of the plan, 0 for none */
  int32_t count;
  float x[MOST_POINTS], y[MOST_POINTS]; /* [m] */
  float yaw[MOST_POINTS];               /* [rad] */
  float curvature[MOST_POINTS];         /* [1/m] */
  float speed[MOST_POINTS];             /* [m/s] */
  float along[MOST_POINTS];             /* way from the first point [m] */
  int32_t first, last;                  /* points of the run; none where last is not behind first */
  float direction;                      /* 1 forwards, -1 backwards */
} tracked_path;

typedef struct {
  int32_t edge;  /* the point before it */
  float along;   /* [m] */
  float lateral; /* to the left of the heading of the path [m] */
  float yaw;     /* heading of the path [rad] */
} path_place;

/* After points have been written: the first run, if there is one. */
bool path_begin(tracked_path *path);
bool path_next_run(tracked_path *path);

/* The point of the run before which `at` lies, found from `hint` on. */
int32_t path_edge_at(const tracked_path *path, float at, int32_t hint);

float path_yaw_at(const tracked_path *path, int32_t edge, float at);
float path_curvature_at(const tracked_path *path, int32_t edge, float at);
float path_speed_at(const tracked_path *path, int32_t edge, float at);

/* The nearest place of the run: some edges around the last place, or all of it; then its heading and the distance to it. */
void path_find(const tracked_path *path, float x, float y, path_place *place);
void path_find_first(const tracked_path *path, float x, float y, path_place *place);
void path_describe(const tracked_path *path, float x, float y, path_place *place);

#endif
