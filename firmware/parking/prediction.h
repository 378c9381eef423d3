/* Where the car will be when the command of this cycle acts: the measured state, carried over its age and the delay of actuation by the kinematic bicycle and
 * the commands already sent. src/control/parking/state-prediction.ts is the same. */
#ifndef PREDICTION_H
#define PREDICTION_H

#include <stdint.h>

enum { HISTORY = 64 }; /* cycles that are remembered */

typedef struct {
  uint32_t head;            /* the newest entry */
  uint32_t lasted[HISTORY]; /* how long it was the newest [us] */
  float steering[HISTORY];  /* road-wheel angle [rad] */
  float push[HISTORY];      /* acceleration by the engine [m/s2] */
  float brake[HISTORY];     /* deceleration by the brakes [m/s2] */
} sent_commands;

typedef struct {
  float x, y;  /* [m] */
  float yaw;   /* [rad] */
  float speed; /* along the heading [m/s] */
} car_motion;

/* The angle that the road wheels have after `dt` of turning towards `wanted`, by rate [rad/s] and lag [s] of the steering. */
float steered_to(float rate, float lag, float angle, float wanted, float dt);

void enter_command(sent_commands *sent, float steering, float push, float brake);

/* Carries `motion` on by `horizon` [us], at most as far as entries reach. */
void predict(const sent_commands *sent, car_motion *motion, uint32_t horizon, float wheel_base);

#endif
