#include "prediction.h"
#include "float32.h"

float steered_to(float rate, float lag, float angle, float wanted, float dt) {
  const float most = rate * dt;
  const float part = dt / (lag + dt);
  return angle + clamp(part * (wanted - angle), -most, most);
}

void enter_command(sent_commands *sent, float steering, float push, float brake) {
  sent->head = (sent->head + 1) % HISTORY;
  sent->lasted[sent->head] = 0;
  sent->steering[sent->head] = steering;
  sent->push[sent->head] = push;
  sent->brake[sent->head] = brake;
}

static float speed_after(float speed, float push, float brake, float dt) {
  const float pushed = speed + push * dt;
  const float loss = brake * dt;
  if (pushed > loss) return pushed - loss;
  return pushed < -loss ? pushed + loss : 0.0f;
}

static void move(const sent_commands *sent, uint32_t entry, car_motion *motion, float dt, float wheel_base) {
  const float speed = speed_after(motion->speed, sent->push[entry], sent->brake[entry], dt);
  const float way = (motion->speed + speed) * 0.5f * dt;
  const float angle = sent->steering[entry];
  const float turn = way * (sine(angle) / cosine(angle)) / wheel_base;
  const float middle = motion->yaw + turn * 0.5f;
  motion->x = motion->x + way * cosine(middle);
  motion->y = motion->y + way * sine(middle);
  motion->yaw = motion->yaw + turn;
  motion->speed = speed;
}

void predict(const sent_commands *sent, car_motion *motion, uint32_t horizon, float wheel_base) {
  uint32_t first = sent->head;
  uint32_t rest = horizon;
  for (unsigned i = 1; i < HISTORY && rest > sent->lasted[first]; i++) {
    rest -= sent->lasted[first];
    first = (first + HISTORY - 1) % HISTORY;
  }
  if (rest > sent->lasted[first]) rest = sent->lasted[first];
  move(sent, first, motion, (float)rest * 1e-6f, wheel_base);
  while (first != sent->head) {
    first = (first + 1) % HISTORY;
    move(sent, first, motion, (float)sent->lasted[first] * 1e-6f, wheel_base);
  }
}
