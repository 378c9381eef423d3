/*
 * A receiver of injected pictures: the protocol of docs/injection.md in C, with nothing but the system's library.
 *
 *   cc -O2 -o receiver receiver.c
 *   ./receiver               connects to the socket in SKIDPAD_VIDEO, as a program that Skidpad has started
 *   ./receiver FILE.ppm      keeps the first picture of camera 0 as well, in colour
 *
 * It checks that stamps in the pictures are those of their headers, that the host time is one for a set, and that time goes on.
 * Numbers are little-endian, as on every machine for which this is meant.
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { VERSION = 1, BEGIN = 1, PICTURE = 2, END = 3, READY = 1, RECEIVED = 2, MISSED = 3, FAILED = 4, MOST_CAMERAS = 16 };
#define LARGEST_PICTURE (2u * 4096u * 4096u)

struct header {
  char magic[4];
  uint16_t version, kind;
  uint32_t set;
  uint16_t camera, cameras;
  uint32_t width, height;
  char fourcc[4];
  uint32_t bytes;
  uint64_t sensor_time, host_time, place;
  uint32_t flags, reserved;
};
struct answer {
  char magic[4];
  uint16_t version, kind;
  uint32_t set, bytes;
};
struct receipt {
  uint64_t sensor_time, host_time;
  uint32_t checksum, reserved;
};
_Static_assert(sizeof(struct header) == 64 && sizeof(struct answer) == 16 && sizeof(struct receipt) == 24, "packed");

static int connection;

static int read_all(void *to, size_t size) {
  for (char *at = to; size > 0;) {
    ssize_t count = read(connection, at, size);
    if (count <= 0) return 0;
    at += count;
    size -= (size_t)count;
  }
  return 1;
}

static void write_all(const void *from, size_t size) {
  for (const char *at = from; size > 0;) {
    ssize_t count = write(connection, at, size);
    if (count <= 0) exit(1);
    at += count;
    size -= (size_t)count;
  }
}

static void answer(uint16_t kind, uint32_t set, const void *payload, uint32_t bytes) {
  struct answer head = {{'S', 'K', 'V', 'A'}, VERSION, kind, set, bytes};
  write_all(&head, sizeof head);
  write_all(payload, bytes);
}

static void fail(const char *problem) {
  answer(FAILED, 0, problem, (uint32_t)strlen(problem));
  fprintf(stderr, "%s\n", problem);
  exit(1);
}

/* CRC-32 (IEEE 802.3) eight bytes at a time: row n says what a byte does with n more behind it */
static uint32_t table[8][256];

static void make_table(void) {
  for (uint32_t byte = 0; byte < 256; byte++) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    table[0][byte] = crc;
  }
  for (int row = 1; row < 8; row++)
    for (int byte = 0; byte < 256; byte++)
      table[row][byte] = table[0][table[row - 1][byte] & 255] ^ table[row - 1][byte] >> 8;
}

static uint32_t crc32(const uint8_t *bytes, size_t size) {
  uint32_t crc = ~0u;
  for (; size >= 8; size -= 8, bytes += 8) {
    uint32_t low, high;
    memcpy(&low, bytes, 4);
    memcpy(&high, bytes + 4, 4);
    low ^= crc;
    crc = table[7][low & 255] ^ table[6][low >> 8 & 255] ^ table[5][low >> 16 & 255] ^ table[4][low >> 24] ^
          table[3][high & 255] ^ table[2][high >> 8 & 255] ^ table[1][high >> 16 & 255] ^ table[0][high >> 24];
  }
  while (size-- > 0) crc = table[0][(crc ^ *bytes++) & 255] ^ crc >> 8;
  return ~crc;
}

static uint8_t clamped(double value) { return value < 0 ? 0 : value > 255 ? 255 : (uint8_t)(value + 0.5); }

/* BT.601, full of what studio range allows: Y 16 to 235, U and V 16 to 240 */
static void save(const char *path, const uint8_t *picture, const struct header *head) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) fail("cannot write the picture");
  fprintf(file, "P6\n%u %u\n255\n", head->width, head->height);
  int luma = memcmp(head->fourcc, "UYVY", 4) == 0;
  for (size_t i = 0; i < (size_t)head->width * head->height; i++) {
    const uint8_t *pair = picture + i / 2 * 4;
    double y = 1.164 * (pair[luma + i % 2 * 2] - 16), u = pair[1 - luma] - 128.0, v = pair[3 - luma] - 128.0;
    uint8_t rgb[3] = {clamped(y + 1.596 * v), clamped(y - 0.392 * u - 0.813 * v), clamped(y + 2.017 * u)};
    fwrite(rgb, 1, 3, file);
  }
  fclose(file);
}

static void connect_to(const char *address) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  if (address == NULL || strncmp(address, "unix:", 5) != 0 || strlen(address + 5) >= sizeof name.sun_path) {
    fprintf(stderr, "SKIDPAD_VIDEO does not say unix:PATH\n");
    exit(2);
  }
  strcpy(name.sun_path, address + 5);
  connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&name, sizeof name) != 0) {
    perror("connect");
    exit(1);
  }
}

static const uint8_t *map(const struct header *head) {
  char path[4096];
  if (head->bytes >= sizeof path || !read_all(path, head->bytes)) fail("the path of the shared memory is too long");
  path[head->bytes] = 0;
  if (head->place == 0) return NULL;
  int file = open(path, O_RDONLY);
  void *memory = file < 0 ? MAP_FAILED : mmap(NULL, head->place, PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) fail("cannot map the shared memory");
  close(file);
  return memory;
}

int main(int count, char **arguments) {
  const char *path = count > 1 ? arguments[1] : NULL;
  const uint8_t *memory = NULL;
  uint8_t *own = NULL;
  size_t room = 0;
  uint64_t size = 0;
  int checksum = 0, is_first = 1;
  struct receipt receipts[MOST_CAMERAS], last[MOST_CAMERAS];
  struct header head;
  make_table();
  connect_to(getenv("SKIDPAD_VIDEO"));

  while (read_all(&head, sizeof head) && head.kind != END) {
    if (memcmp(head.magic, "SKVI", 4) != 0 || head.version != VERSION) fail("this is not SKVI, version 1");
    if (head.kind == BEGIN) {
      memory = map(&head);
      size = head.place;
      checksum = head.flags & 1;
      answer(READY, 0, NULL, 0);
      continue;
    }
    if (head.cameras > MOST_CAMERAS || head.camera >= head.cameras) fail("there are too many cameras");
    if (head.bytes < 16 || head.bytes > LARGEST_PICTURE) fail("the picture is too small or too large");

    /* the picture: from the socket, or behind its header in the shared memory */
    const uint8_t *picture;
    if (memory == NULL) {
      if (head.bytes > room && (own = realloc(own, room = head.bytes)) == NULL) fail("there is no memory");
      if (!read_all(own, head.bytes)) break;
      picture = own;
    } else {
      if (head.place > size || head.bytes + sizeof head > size - head.place) fail("the place is not in the shared memory");
      if (memcmp(memory + head.place, &head, sizeof head) != 0) fail("the header in the shared memory is another one");
      picture = memory + head.place + sizeof head;
    }

    /* its stamps, its bytes */
    struct receipt *receipt = &receipts[head.camera];
    memcpy(receipt, picture, 16);
    receipt->checksum = checksum ? crc32(picture, head.bytes) : 0;
    receipt->reserved = 0;
    if (receipt->sensor_time != head.sensor_time || receipt->host_time != head.host_time)
      fail("the stamps in the picture are not those of its header");
    if (receipt->host_time != receipts[0].host_time) fail("the pictures of one set were handed over at different times");
    const struct receipt *before = &last[head.camera];
    if (!is_first && (receipt->host_time <= before->host_time || receipt->sensor_time <= before->sensor_time))
      fail("time does not go on");
    if (head.camera == 0 && path != NULL && is_first) save(path, picture, &head);

    if (head.camera + 1 == head.cameras) {
      is_first = 0;
      memcpy(last, receipts, sizeof last);
      answer(RECEIVED, head.set, receipts, (uint32_t)(head.cameras * sizeof(struct receipt)));
    }
  }
  return 0;
}
