/* The controller on a bench: frames that tell it when to step and with which parameters. They are never on a car's bus.
 *
 *   29-bit id   from    data
 *   1FFFFFF0    bench   release: u32 activation, u32 time since the one before [us]. The controller steps.
 *   1FFFFFF1    ECU     done: u32 activation. Everything that it sent in this step came before.
 *   1FFFFFF2    bench   parameter: u8 index, three bytes of zero, float32 value
 *   1FFFFFF3    bench   start: u8 timing (0 free, 1 answered). State anew; answered with done FFFFFFFF.
 *   1FFFFFF4    bench   bytes: up to eight from another computer, in order, as its SPI would have brought them
 *
 * All little-endian. Until it is told otherwise it is free: it steps by its own clock. Answered, it steps only when released, so that
 * simulated time may be faster or slower than its own. */
#ifndef BENCH_H
#define BENCH_H

#include "can.h"

/* At power-up. */
void bench_reset(void);

/* A frame from the bus, or from the bench. */
void bench_receive(const can_frame *frame);

/* The period of its own clock is over. */
void bench_tick(uint32_t elapsed_us);

#endif
