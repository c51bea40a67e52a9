#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int finish(int value) {
  int result = value;
  result += 1;
  return result;
}

int price(int n, int scale) {
  int base = n * scale;
  return finish(base);
}

void refuse(const char *reason) {
  fprintf(stderr, "%s\n", reason);
  abort();
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  volatile int total = 0;
  for (int n = 1; n <= 3; n++) {
    total += price(n, 2);
  }
  printf("total %d\n", total);
  fflush(stdout);
  if (strcmp(mode, "fail") == 0) refuse("not for sale");
  while (strcmp(mode, "loop") == 0) total += 1;
  return 3;
}
