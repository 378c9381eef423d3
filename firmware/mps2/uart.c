#include "uart.h"

/* ARM DDI 0479, Cortex-M System Design Kit, section 4.3. */
typedef struct {
  volatile uint32_t data, state, control, interrupt_clear, baud_divider;
} cmsdk_uart;
#define UART0 ((cmsdk_uart *)0x40004000u)
#define NVIC_ENABLE (*(volatile uint32_t *)0xE000E100u)

enum { TRANSMIT_FULL = 1, RECEIVE_FULL = 2 };
enum { TRANSMIT_ENABLE = 1, RECEIVE_ENABLE = 2, RECEIVE_INTERRUPT_ENABLE = 8 };
enum { RECEIVE_INTERRUPT = 2, RECEIVE_IRQ = 0, BAUD_DIVIDER = 217 /* 25 MHz / 115200 */ };

/* One writer, the interrupt, and one reader; a power of two. What does not fit is lost, as on any serial line. */
enum { RING = 32768 };
static uint8_t ring[RING];
static volatile uint32_t written, taken;

void uart_start(void) {
  UART0->baud_divider = BAUD_DIVIDER;
  UART0->control = TRANSMIT_ENABLE | RECEIVE_ENABLE | RECEIVE_INTERRUPT_ENABLE;
  NVIC_ENABLE = 1u << RECEIVE_IRQ;
}

void uart_receive_handler(void) {
  UART0->interrupt_clear = RECEIVE_INTERRUPT;
  while (UART0->state & RECEIVE_FULL) {
    const uint8_t byte = (uint8_t)UART0->data;
    if (written - taken < RING) ring[written++ % RING] = byte;
  }
}

bool uart_has_byte(void) {
  return taken != written;
}

bool uart_take(uint8_t *byte) {
  if (!uart_has_byte()) return false;
  *byte = ring[taken++ % RING];
  return true;
}

void uart_write(const char *bytes, unsigned count) {
  for (unsigned i = 0; i < count; i++) {
    while (UART0->state & TRANSMIT_FULL) {}
    UART0->data = (uint8_t)bytes[i];
  }
}
