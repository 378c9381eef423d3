/* Cruise control: a PI controller of speed, from the speed error to the pedals.
 *
 *   u = kp e + I            demand in units of full drive force, from -brake_ratio (full brake) to 1 (full throttle)
 *   dI/dt = ki e            I stands still while u is beyond a limit and e pushes further out
 *
 *   throttle = u                                                where u > 0
 *   brake    = (-u - coast_band) / (brake_ratio - coast_band)   where u < -coast_band; in between the car coasts
 *
 * e = set speed - speed [m/s]. All in float32, each operation rounded once, so that every machine gives the same bits; the block
 * control/cruise-ecu has the same operations in the same order.
 * Reference: K. J. Astrom, T. Hagglund, Advanced PID Control, 2006, section 3.5 (conditional integration). */
#ifndef CRUISE_H
#define CRUISE_H

typedef struct {
  float kp;          /* [s/m] */
  float ki;          /* [1/m] */
  float brake_ratio; /* full braking force over full drive force */
  float coast_band;  /* demand down to minus this is left to drag [full drive force] */
} cruise_gains;

typedef struct {
  float throttle; /* 0 to 1 */
  float brake;    /* 0 to 1 */
} cruise_pedals;

/* `integral` is I, the only state. */
cruise_pedals cruise_step(const cruise_gains *gains, float *integral, float error, float dt);

#endif
