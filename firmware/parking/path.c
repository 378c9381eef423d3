#include "path.h"
#include "float32.h"

#define SAME 0.001f /* nearer than this two points are the same [m] */
#define FAR 1e30f
enum { AHEAD = 24, BEHIND = 4 }; /* edges that are looked at around the last place */

static float direction_at(const tracked_path *path, int32_t first) {
  const float dx = path->x[first + 1] - path->x[first];
  const float dy = path->y[first + 1] - path->y[first];
  return dx * cosine(path->yaw[first]) + dy * sine(path->yaw[first]) < 0.0f ? -1.0f : 1.0f;
}

bool path_begin(tracked_path *path) {
  path->along[0] = 0.0f;
  for (int32_t i = 0; i + 1 < path->count; i++) {
    const float dx = path->x[i + 1] - path->x[i];
    const float dy = path->y[i + 1] - path->y[i];
    path->along[i + 1] = path->along[i] + root(dx * dx + dy * dy);
  }
  path->last = -1;
  return path_next_run(path);
}

bool path_next_run(tracked_path *path) {
  const float *along = path->along;
  int32_t first = path->last + 1;
  while (first + 1 < path->count && along[first + 1] - along[first] < SAME) first++;
  if (first + 1 >= path->count) return false;
  int32_t last = first + 1;
  while (last + 1 < path->count && along[last + 1] - along[last] >= SAME) last++;
  path->first = first;
  path->last = last;
  path->direction = direction_at(path, first);
  return true;
}

int32_t path_edge_at(const tracked_path *path, float at, int32_t hint) {
  int32_t edge = hint;
  while (edge > path->first && path->along[edge] > at) edge--;
  while (edge + 1 < path->last && path->along[edge + 1] <= at) edge++;
  return edge;
}

/* How far from point `edge` to the next `at` is, 0 to 1. */
static float share_of(const tracked_path *path, int32_t edge, float at) {
  return clamp((at - path->along[edge]) / (path->along[edge + 1] - path->along[edge]), 0.0f, 1.0f);
}

static float between(const float *values, int32_t edge, float share) {
  return values[edge] + (values[edge + 1] - values[edge]) * share;
}

float path_yaw_at(const tracked_path *path, int32_t edge, float at) {
  const float turn = wrapped(path->yaw[edge + 1] - path->yaw[edge]);
  return path->yaw[edge] + turn * share_of(path, edge, at);
}

float path_curvature_at(const tracked_path *path, int32_t edge, float at) {
  return between(path->curvature, edge, share_of(path, edge, at));
}

float path_speed_at(const tracked_path *path, int32_t edge, float at) {
  const float from = magnitude(path->speed[edge == path->first && edge + 1 < path->last ? edge + 1 : edge]);
  const float to = magnitude(path->speed[edge + 1 == path->last && edge > path->first ? edge : edge + 1]);
  return from + (to - from) * share_of(path, edge, at);
}

void path_find(const tracked_path *path, float x, float y, path_place *place) {
  const int32_t from = place->edge - BEHIND > path->first ? place->edge - BEHIND : path->first;
  const int32_t to = place->edge + AHEAD < path->last - 1 ? place->edge + AHEAD : path->last - 1;
  float nearest = FAR;
  for (int32_t i = from; i <= to; i++) {
    const float ex = path->x[i + 1] - path->x[i];
    const float ey = path->y[i + 1] - path->y[i];
    const float px = x - path->x[i];
    const float py = y - path->y[i];
    float share = (px * ex + py * ey) / (ex * ex + ey * ey);
    if (i > path->first && share < 0.0f) share = 0.0f;
    if (i + 1 < path->last && share > 1.0f) share = 1.0f;
    const float dx = px - share * ex;
    const float dy = py - share * ey;
    const float distance = dx * dx + dy * dy;
    if (!(distance < nearest)) continue;
    nearest = distance;
    place->edge = i;
    place->along = path->along[i] + share * (path->along[i + 1] - path->along[i]);
  }
}

void path_find_first(const tracked_path *path, float x, float y, path_place *place) {
  int32_t best = path->first;
  float nearest = FAR;
  for (int32_t i = path->first; i <= path->last; i++) {
    const float dx = x - path->x[i];
    const float dy = y - path->y[i];
    const float distance = dx * dx + dy * dy;
    if (!(distance < nearest)) continue;
    nearest = distance;
    best = i;
  }
  place->edge = best < path->last - 1 ? best : path->last - 1;
  path_find(path, x, y, place);
}

void path_describe(const tracked_path *path, float x, float y, path_place *place) {
  const int32_t edge = place->edge;
  place->yaw = path_yaw_at(path, edge, place->along);
  const float share = (place->along - path->along[edge]) / (path->along[edge + 1] - path->along[edge]);
  const float dx = x - between(path->x, edge, share);
  const float dy = y - between(path->y, edge, share);
  place->lateral = dy * cosine(place->yaw) - dx * sine(place->yaw);
}
