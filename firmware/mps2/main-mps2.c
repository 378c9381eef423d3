/* The controller on a Cortex-M4F (MPS2, AN386): slcan on its UART, its own clock from SysTick. */
#include "../common/application.h"
#include "../common/bench.h"
#include "../common/slcan.h"
#include "uart.h"

#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010u)
#define SYSTICK_RELOAD (*(volatile uint32_t *)0xE000E014u)
#define SYSTICK_VALUE (*(volatile uint32_t *)0xE000E018u)
enum { CORE_MHZ = 25, SYSTICK_RUN = 7 /* core clock, interrupt, enable */ };

static volatile uint32_t ticks;

void systick_handler(void) {
  ticks++;
}

void serial_write(const char *bytes, unsigned count) {
  uart_write(bytes, count);
}

void can_send(const can_frame *frame) {
  slcan_send(frame);
}

void slcan_received(const can_frame *frame) {
  bench_receive(frame);
}

/* Sleeps until an interrupt comes; one that came since we looked wakes it at once. */
static void sleep_unless(uint32_t ticks_seen) {
  __asm volatile("cpsid i" ::: "memory");
  if (!uart_has_byte() && ticks == ticks_seen) __asm volatile("wfi" ::: "memory");
  __asm volatile("cpsie i" ::: "memory");
}

int main(void) {
  slcan_reset();
  bench_reset();
  uart_start();
  SYSTICK_RELOAD = APPLICATION_PERIOD_US * CORE_MHZ - 1;
  SYSTICK_VALUE = 0;
  SYSTICK_CONTROL = SYSTICK_RUN;
  for (uint32_t ticks_seen = 0;;) {
    uint8_t byte;
    while (uart_take(&byte)) slcan_receive_byte(byte);
    if (ticks != ticks_seen) {
      ticks_seen++;
      if (slcan_is_open()) bench_tick(APPLICATION_PERIOD_US);
    }
    sleep_unless(ticks_seen);
  }
}
