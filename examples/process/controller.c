/* Waypoint follower as a program: Skidpad's process protocol in binary frames, for a little-endian machine.
 * Build:  cc -O2 -ffp-contract=off controller.c -o controller -lm
 * (without contraction into fused multiply-adds it gives the same bits as the block control/waypoint-follower) */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WAYPOINTS = 256 };
static double X[MAX_WAYPOINTS], Y[MAX_WAYPOINTS], speed, gain, max_yaw_rate, reach, slow_radius;
static int count, next;

/* One line of the init frame, such as "params.speed=1". */
static void parameter(const char *line) {
  int i, equals = 0;
  char axis;
  if (sscanf(line, "params.waypoints[%d].%c=%n", &i, &axis, &equals) == 2 && equals > 0) {
    if (i >= MAX_WAYPOINTS) { fprintf(stderr, "too many waypoints\n"); exit(1); }
    (axis == 'x' ? X : Y)[i] = atof(line + equals);
    if (i >= count) count = i + 1;
  }
  sscanf(line, "params.speed=%lf", &speed);
  sscanf(line, "params.gain=%lf", &gain);
  sscanf(line, "params.maxYawRate=%lf", &max_yaw_rate);
  sscanf(line, "params.reach=%lf", &reach);
  sscanf(line, "params.slowRadius=%lf", &slow_radius);
}

/* The law: pose (x, y, z, qx, qy, qz, qw) in, speed and yaw rate out. */
static void follow(const double *pose, double *v, double *w) {
  double dx = 0, dy = 0, d = 0, qz = pose[5], qw = pose[6];
  *v = *w = 0;
  for (; next < count; next++) {
    dx = X[next] - pose[0], dy = Y[next] - pose[1];
    d = sqrt(dx * dx + dy * dy);
    if (d >= reach) break;
  }
  if (next == count) return;
  double c = 1 - 2 * (qz * qz), s = 2 * (qz * qw);
  double ex = (c * dx + s * dy) / d, ey = (c * dy - s * dx) / d;
  *w = ex >= 0 ? fmax(-max_yaw_rate, fmin(max_yaw_rate, gain * ey)) : ey < 0 ? -max_yaw_rate : max_yaw_rate;
  *v = speed * fmax(0.2, ex);
  if (next == count - 1 && d < slow_radius) *v = *v * (d / slow_radius);
}

/* CDR: a string is its length with NUL (u32, aligned to 4) and its bytes; offsets count from behind the header. */
static uint32_t skip_string(const uint8_t *cdr, uint32_t at) {
  uint32_t length;
  at = (at + 3) & ~3u;
  memcpy(&length, cdr + 4 + at, 4);
  return at + 4 + length;
}

static void reply(char op, const void *payload, uint32_t size) {
  uint32_t length = size + 1;
  fwrite(&length, 4, 1, stdout);
  fputc(op, stdout);
  fwrite(payload, 1, size, stdout);
  fflush(stdout);
}

static void step(const uint8_t *frame) {
  struct { uint32_t length; uint8_t header[4]; double twist[6]; } answer = { 52, { 0, 1, 0, 0 }, { 0 } };
  const uint8_t *input = frame + 33; /* behind op, tick, time, dt and elapsed */
  uint32_t sequence;
  double pose[7];
  memcpy(&sequence, input, 4);
  if (sequence == 0) { uint32_t nothing = 0; reply('O', &nothing, 4); return; }
  const uint8_t *cdr = input + 16;           /* nav_msgs/msg/Odometry: */
  uint32_t at = skip_string(cdr, 8);         /* header.stamp, header.frame_id */
  at = (skip_string(cdr, at) + 7) & ~7u;     /* child_frame_id; then doubles, aligned to 8 */
  memcpy(pose, cdr + 4 + at, sizeof pose);
  follow(pose, &answer.twist[0], &answer.twist[5]);
  reply('O', &answer, 56);
}

int main(void) {
  uint32_t length;
  while (fread(&length, 4, 1, stdin) == 1) {
    uint8_t *frame = calloc(length + 1, 1); /* ends with NUL: the init frame is text */
    if (frame == NULL || fread(frame, 1, length, stdin) != length) return 1;
    if (frame[0] == 'I') {
      for (char *line = strtok((char *)frame + 1, "\n"); line; line = strtok(NULL, "\n")) parameter(line);
      reply('R', "", 0);
    } else if (frame[0] == 'S') step(frame);
    free(frame);
  }
  return 0;
}
