/* One cycle of the tracker: what it knows, what it is about, and its command. src/control/parking/tracking.ts is the same, with the meaning of the phases. */
#ifndef TRACKING_H
#define TRACKING_H

#include "law.h"

enum phase { IDLE, STANDING, DRIVING, STOPPING, HELD, ARRIVED, SAFE_STOP };
enum reason { NO_REASON = 0, IN_THE_WAY = 2, NO_PICTURES = 4, NO_NEWS = 5, OFF_PATH = 6 };
enum gear { NEUTRAL = 1, FORWARD = 2, REVERSE = 3 };

typedef struct {
  tracked_path path;
  path_place place;
  sent_commands sent;
  car_motion measured, motion;    /* as seen, and where the car will be when the command acts */
  uint32_t age;                   /* of what was measured [us] */
  bool is_new, has_come;
  pedal_pair pedals;
  uint8_t phase, reason, gear;
  bool has_run;                   /* whether another run is to be driven */
  bool is_held, is_blind;         /* somebody asks for a stop; pictures have ceased */
  uint32_t silence, heard, stood; /* since the last news, since news have come without a gap, since the car stands in its gear [us] */
  float steering, road_wheels;    /* commanded, and reached by then [rad] */
  float integral;                 /* [m/s2] */
  float remaining;                /* [m] */
} tracking;

void tracking_reset(tracking *state);

/* After another path has been written. */
void tracking_take_path(tracking *state);

/* A cycle, so long after the one before [us]. */
void tracking_step(const tracking_gains *gains, tracking *state, uint32_t elapsed);

uint32_t microseconds(float seconds);

#endif
