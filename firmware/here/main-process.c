/* The controller as a program of this machine: Skidpad's process protocol in binary frames (docs/process-protocol.md), with the ports of a
 * CAN node, one queued skidpad_msgs/msg/CanFrame in and one out. For a little-endian machine. */
#include "../common/application.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* skidpad_msgs/msg/CanFrame in CDR, behind its header of four bytes: stamp, identifier, seven bytes of flags and sender, length, data. */
enum { CDR_HEADER = 4, SEC = 0, NANOSEC = 4, ID = 8, IS_EXTENDED = 12, IS_REMOTE, IS_ERROR, IS_FD, IS_BIT_RATE_SWITCH, IS_ERROR_PASSIVE, SENDER, LENGTH, DATA };
enum { MESSAGE_SIZE = CDR_HEADER + 84, ENTRY_SIZE = 4 + MESSAGE_SIZE, MOST_FRAMES = 64, UNKNOWN_SENDER = 255 };

static uint8_t answer[4 + MOST_FRAMES * ENTRY_SIZE]; /* number of frames, then each with its length */
static uint32_t frames_sent;
static int64_t now_ns;

void can_send(const can_frame *frame) {
  if (frames_sent == MOST_FRAMES) return;
  uint8_t *entry = answer + 4 + frames_sent++ * ENTRY_SIZE;
  memset(entry, 0, ENTRY_SIZE);
  store_u32(entry, MESSAGE_SIZE);
  entry[4 + 1] = 1; /* little-endian CDR */
  uint8_t *message = entry + 4 + CDR_HEADER;
  store_u32(message + SEC, (uint32_t)(now_ns / 1000000000));
  store_u32(message + NANOSEC, (uint32_t)(now_ns % 1000000000));
  store_u32(message + ID, frame->id);
  message[IS_EXTENDED] = frame->is_extended;
  message[IS_REMOTE] = frame->is_remote;
  message[SENDER] = UNKNOWN_SENDER;
  message[LENGTH] = frame->length;
  memcpy(message + DATA, frame->data, CAN_MAX_LENGTH);
}

static void receive(const uint8_t *message) {
  can_frame frame = { .id = load_u32(message + ID), .is_extended = message[IS_EXTENDED], .is_remote = message[IS_REMOTE] };
  if (message[IS_ERROR] || message[IS_FD] || message[LENGTH] > CAN_MAX_LENGTH) return;
  frame.length = message[LENGTH];
  memcpy(frame.data, message + DATA, CAN_MAX_LENGTH);
  application_receive(&frame);
}

static void reply(char op, const void *payload, uint32_t size) {
  const uint32_t length = size + 1;
  fwrite(&length, 4, 1, stdout);
  fputc(op, stdout);
  fwrite(payload, 1, size, stdout);
  fflush(stdout);
}

/* One line of the init frame, such as "params.kp=0.3". */
static void parameter(const char *line) {
  const char prefix[] = "params.";
  if (strncmp(line, prefix, sizeof prefix - 1) != 0) return;
  const char *name = line + sizeof prefix - 1;
  const char *equals = strchr(name, '=');
  for (unsigned i = 0; equals != NULL && application_parameters[i] != NULL; i++) {
    const size_t length = strlen(application_parameters[i]);
    if (length == (size_t)(equals - name) && strncmp(name, application_parameters[i], length) == 0)
      application_set_parameter(i, (float)strtod(equals + 1, NULL));
  }
}

/* Behind the operation: tick, time, dt and elapsed; then the input: sequence, time, and the number of its messages. */
static void step(const uint8_t *frame, uint32_t length) {
  double time, elapsed;
  memcpy(&time, frame + 9, 8);
  memcpy(&elapsed, frame + 25, 8);
  now_ns = (int64_t)(time * 1e9 + 0.5);
  frames_sent = 0;
  uint32_t at = 49;
  for (uint32_t left = load_u32(frame + 45); left > 0 && at + 4 <= length; left--) {
    const uint32_t size = load_u32(frame + at);
    if (size < MESSAGE_SIZE || size > length - at - 4) break;
    receive(frame + at + 4 + CDR_HEADER);
    at += 4 + size;
  }
  application_step((uint32_t)(elapsed * 1e6 + 0.5));
  store_u32(answer, frames_sent);
  reply('O', answer, 4 + frames_sent * ENTRY_SIZE);
}

int main(void) {
  uint32_t length;
  application_reset();
  while (fread(&length, 4, 1, stdin) == 1) {
    uint8_t *frame = calloc((size_t)length + 1, 1); /* ends with NUL: the init frame is text */
    if (frame == NULL || fread(frame, 1, length, stdin) != length) return 1;
    if (frame[0] == 'I') {
      for (char *line = strtok((char *)frame + 1, "\n"); line != NULL; line = strtok(NULL, "\n")) parameter(line);
      reply('R', "", 0);
    } else if (frame[0] == 'S' && length >= 49) step(frame, length);
    free(frame);
  }
  return 0;
}
