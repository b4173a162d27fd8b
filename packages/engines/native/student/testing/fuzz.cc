// Feeds damaged files to the engine, for libFuzzer under the address and undefined-behaviour
// sanitizers. A file begins with the length of the model in it; a shortlist follows. With a length that
// cannot be, the rest is a vocabulary.
#include "../engine.h"
#include "../vocabulary.h"

static void use_vocabulary(const uint8_t *bytes, size_t size) {
  const char *problem = nullptr;
  void *vocabulary = vocabulary_open(bytes, size, &problem);
  if (!vocabulary) return;
  const uint16_t text[] = {'T', 'h', 'e', ' ', ' ', 0xE9, 'e', 0x301, 0xFF11, 0xD83D, 0xDE00, 0xDC00, 'a', 0, 0x2581};
  const int32_t count = vocabulary_encode(vocabulary, text, sizeof text / sizeof text[0]);
  student::Array<int32_t> ids;
  for (int32_t i = 0; i < count; i++) ids.push(vocabulary_numbers(vocabulary)[3 * i]);
  vocabulary_decode(vocabulary, ids.data(), ids.size());
  const int32_t others[] = {0, 1, vocabulary_size(vocabulary) - 1, vocabulary_size(vocabulary), -1};
  for (const int32_t other : others) vocabulary_decode(vocabulary, &other, 1);
  vocabulary_close(vocabulary);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 4) return 0;
  uint32_t model_length;
  student::copy_bytes(&model_length, data, 4);
  data += 4, size -= 4;
  if (model_length > 0x7FFFFFFF) {
    student::Array<uint8_t> file;
    file.append(data, size);
    use_vocabulary(file.data(), file.size());
    return 0;
  }
  if (model_length > size) model_length = uint32_t(size);
  // Copies of their own, so that every byte beyond the end is noticed.
  student::Array<uint8_t> file, shortlist;
  file.append(data, model_length);
  shortlist.append(data + model_length, size - model_length);
  const EngineModelOptions options = {0, 1, 0};
  char problem[200];
  const uint8_t *list = shortlist.empty() ? nullptr : shortlist.data();
  EngineModel *model =
      engine_open_model(file.data(), file.size(), list, shortlist.size(), &options, problem, sizeof problem);
  if (!model) return 0;
  EngineModelFacts facts;
  engine_model_facts(model, &facts);
  // Models that are wide take their time, and say nothing new.
  if (facts.width <= 256 && facts.source_tokens <= 4096 && facts.target_tokens <= 4096) {
    EngineSession *session = engine_open_session(model, 8);
    const int32_t last = int32_t(facts.source_tokens) - 1;
    const int32_t request[] = {7, ENGINE_ALIGNED | ENGINE_SCORED, 3, 2, 2, 0x3F800000, 2, 0, 3, 0, last, last / 2, 0};
    engine_add(session, request, sizeof request / sizeof request[0]);
    while (engine_step(session, 0) > 0) continue;
    while (engine_take(session)) continue;
    engine_close_session(session);
  }
  engine_close_model(model);
  return 0;
}

