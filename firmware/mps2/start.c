/* From reset to main: the vector table of a Cortex-M4F, its floating point unit, and memory as C expects it. */
#include <stdint.h>

extern uint32_t data_begin[], data_end[], data_image[], bss_begin[], bss_end[], stack_top[];
int main(void);
void uart_receive_handler(void);
void systick_handler(void);

#define CPACR (*(volatile uint32_t *)0xE000ED88u)

void reset_handler(void) {
  CPACR |= 0xFu << 20; /* full access to the floating point unit */
  __asm volatile("dsb\n isb");
  const uint32_t *image = data_image;
  for (uint32_t *at = data_begin; at < data_end; at++) *at = *image++;
  for (uint32_t *at = bss_begin; at < bss_end; at++) *at = 0;
  main();
  for (;;) {}
}

/* Nothing else may happen; whoever looks finds it here. */
static void unexpected_handler(void) {
  for (;;) {}
}

typedef void (*handler)(void);

__attribute__((section(".vectors"), used)) static const handler vectors[17] = {
  [0] = (handler)stack_top,
  [1] = reset_handler,
  [2] = unexpected_handler,  /* NMI */
  [3] = unexpected_handler,  /* hard fault */
  [4] = unexpected_handler,  /* memory management */
  [5] = unexpected_handler,  /* bus fault */
  [6] = unexpected_handler,  /* usage fault */
  [11] = unexpected_handler, /* supervisor call */
  [14] = unexpected_handler, /* pendable service */
  [15] = systick_handler,
  [16] = uart_receive_handler, /* interrupt 0 */
};
