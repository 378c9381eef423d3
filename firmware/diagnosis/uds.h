/* A small diagnostic server: Unified Diagnostic Services, ISO 14229-1. What it answers, and its model, bit for bit: src/bus/uds/uds-services.ts. */
#ifndef UDS_H
#define UDS_H

#include <stdbool.h>
#include <stdint.h>

enum { UDS_FAULTS = 2, UDS_LONGEST_ANSWER = 256 };
enum uds_fault { NO_SPEED, WRONG_SPEED };

/* As after power-up. */
void uds_power_up(void);

/* As after a reset that a tester asked for: what is kept without power stays. */
void uds_restart(void);

/* Notes whether a fault is there now. */
void uds_note_fault(enum uds_fault fault, bool is_there);

void uds_set_speed(int16_t speed);

/* Time goes on. */
void uds_step(uint32_t elapsed_us);

/* Writes the answer to a request and returns its length; 0 where none is due. */
uint32_t uds_answer(const uint8_t *request, uint32_t length, bool is_functional, uint8_t *answer);

/* Whether a tester has asked for a reset. */
bool uds_is_reset_wanted(void);

#endif
