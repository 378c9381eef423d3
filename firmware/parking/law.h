/* The tracker's law: how fast and with which curvature to pass a place of the path, and from where the car will be to steering and pedals.
 * src/control/parking/speed-profile.ts and tracking-law.ts are the same, with the equations. */
#ifndef LAW_H
#define LAW_H

#include "path.h"
#include "prediction.h"

/* In the order of the parameters of control/parking-ecu. */
typedef struct {
  float wheel_base;         /* [m] */
  float max_steering;       /* [rad] */
  float steering_rate;      /* [rad/s] */
  float steering_lag;       /* [s] */
  float max_speed;          /* [m/s] */
  float acceleration;       /* [m/s2] */
  float deceleration;       /* [m/s2] */
  float stop_deceleration;  /* [m/s2] */
  float transition;         /* [m] */
  float feedback_length;    /* [m] */
  float kp;                 /* [1/s] */
  float ki;                 /* [1/s2] */
  float drive_acceleration; /* [m/s2] */
  float brake_deceleration; /* [m/s2] */
  float creep_throttle;
  float creep_speed;        /* [m/s] */
  float hold_brake;
  float shift_time;         /* [s] */
  float latency;            /* [s] */
  float timeout;            /* [s] */
  float off_path;           /* [m] */
  float map_timeout;        /* [s] */
  float law;                /* 0 corrected, 1 as published */
} tracking_gains;

typedef struct {
  float throttle, brake; /* 0 to 1 */
} pedal_pair;

typedef struct {
  float wanted; /* [m/s] */
  float feed;   /* acceleration of the profile [m/s2] */
} speed_wish;

static inline bool is_published(const tracking_gains *gains) {
  return gains->law == 1.0f;
}

float wanted_steering(const tracking_gains *gains, const tracked_path *path, const path_place *place, const car_motion *motion, float dt);
speed_wish wanted_speed(const tracking_gains *gains, const tracked_path *path, const path_place *place, float speed);
float wanted_acceleration(const tracking_gains *gains, float *integral, speed_wish wish, float speed, float dt);

/* Acceleration of an idling engine in gear [m/s2]. */
float idling(const tracking_gains *gains, float speed);
pedal_pair press_pedals(const tracking_gains *gains, float wanted, float idle);

#endif
