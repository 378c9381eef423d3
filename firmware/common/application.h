/* What a controller is made of, whatever it controls: one folder beside this one implements it, and every port calls it. */
#ifndef APPLICATION_H
#define APPLICATION_H

#include "can.h"

/* Time between two steps when it runs by its own clock [us]. */
enum { APPLICATION_PERIOD_US = 10000 };

/* Begins anew: all state is lost, parameters stay. */
void application_reset(void);

/* Parameters by their place in this list, which ends with NULL; their names are those of the scenario. */
extern const char *const application_parameters[];
void application_set_parameter(unsigned index, float value);

/* A frame from the bus. */
void application_receive(const can_frame *frame);

/* Bytes from another computer, as SPI brings them. An application that has no such line leaves it out. */
void application_receive_bytes(const uint8_t *bytes, unsigned count);

/* One step, so long after the one before [us]. It sends with can_send. */
void application_step(uint32_t elapsed_us);

#endif
