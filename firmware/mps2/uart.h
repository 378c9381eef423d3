/* UART 0 of the MPS2 (ARM CMSDK APB UART): received bytes wait in a ring, sent ones are waited for. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_start(void);
/* False when nothing has come. */
bool uart_take(uint8_t *byte);
bool uart_has_byte(void);
void uart_write(const char *bytes, unsigned count);

#endif
