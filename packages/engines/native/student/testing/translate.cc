// Answers requests of a file: for tests of processors that are only emulated, without Node.js.
#include <stdio.h>
#include <string.h>

#include "../engine.h"

using student::Array;

static bool read_file(const char *path, Array<uint8_t> &bytes) {
  FILE *file = fopen(path, "rb");
  if (!file) return false;
  uint8_t buffer[65536];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;) bytes.append(buffer, count);
  fclose(file);
  return true;
}

// translate MODEL KERNELS ROWS REQUESTS RESULTS
int main(int count, char **arguments) {
  if (count != 6) return 2;
  Array<uint8_t> file, requests;
  if (!read_file(arguments[1], file) || !read_file(arguments[4], requests)) return 2;
  EngineModelOptions options = {0, 1, 0};
  while (const char *name = engine_kernels(options.kernels)) {
    if (strcmp(name, arguments[2]) == 0 || strcmp("best", arguments[2]) == 0) break;
    options.kernels++;
  }
  char problem[200] = "";
  EngineModel *model = engine_open_model(file.data(), file.size(), nullptr, 0, &options, problem, sizeof problem);
  if (!model) {
    fprintf(stderr, "%s\n", problem);
    return 1;
  }
  unsigned rows = 0;
  sscanf(arguments[3], "%u", &rows);
  EngineSession *session = engine_open_session(model, rows);
  // Each request stands behind the number of its words.
  const int32_t *words = reinterpret_cast<const int32_t *>(requests.data());
  for (size_t at = 0; at < requests.size() / sizeof(int32_t); at += 1 + size_t(words[at]))
    if (const char *refusal = engine_add(session, words + at + 1, size_t(words[at]))) {
      fprintf(stderr, "%s\n", refusal);
      return 1;
    }
  FILE *results = fopen(arguments[5], "wb");
  if (!results) return 2;
  for (bool is_busy = true; is_busy;) {
    is_busy = engine_step(session, 0) > 0;
    while (const int32_t *result = engine_take(session))
      fwrite(result, sizeof(int32_t), size_t(result[ENGINE_RESULT_SIZE]), results);
  }
  fclose(results);
  engine_close_session(session);
  engine_close_model(model);
  return 0;
}
