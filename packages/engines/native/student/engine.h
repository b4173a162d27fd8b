// The engine's interface, the same for the addon and for WebAssembly: plain C, no global state. A
// model may be used by any number of sessions; a session by one thread at a time.
#pragma once
#include "platform.h"

extern "C" {

struct EngineModel;
struct EngineSession;

enum { ENGINE_MAX_TOKENS = 1024, ENGINE_MAX_BEAM = 16, ENGINE_MAX_CANDIDATES = 256 };

struct EngineModelOptions {
  // Of the target vocabulary.
  int32_t end_token;
  int32_t unknown_token;
  // Index of the kernels to use; 0 is the best.
  uint32_t kernels;
};

struct EngineModelFacts {
  uint32_t source_tokens;
  uint32_t target_tokens;
  uint32_t width;
  uint32_t encoder_layers;
  uint32_t decoder_layers;
  uint32_t has_shortlist;
  uint32_t has_input_factors;
  // In addition to the mapped file.
  uint32_t own_bytes;
};

enum {
  ENGINE_ALIGNED = 1,
  ENGINE_SCORED = 2,
  ENGINE_SCORED_ONLY = 4,
  ENGINE_WITHOUT_SHORTLIST = 8,
};

// A request is a row of 32-bit words, then the tokens of the source and of the prefix. See
// engine-binding.ts for what each number means.
enum {
  ENGINE_REQUEST_ID,
  ENGINE_REQUEST_FLAGS,
  ENGINE_REQUEST_MAX_TOKENS,
  ENGINE_REQUEST_BEAM_SIZE,
  ENGINE_REQUEST_BEST_COUNT,
  // A 32-bit floating point number.
  ENGINE_REQUEST_LENGTH_POWER,
  // Another one; 0 means that no hypothesis is pruned.
  ENGINE_REQUEST_SCORE_MARGIN,
  ENGINE_REQUEST_CANDIDATE_COUNT,
  ENGINE_REQUEST_PRIORITY,
  ENGINE_REQUEST_SOURCE_LENGTH,
  ENGINE_REQUEST_PREFIX_LENGTH,
  ENGINE_REQUEST_WORDS,
};

// A result is a row of 32-bit words: this head; then for each translation its own head, its tokens,
// and as its flags say: the score of each token, the alignment (a row as long as the source for each
// token), the candidates (a row for each token) and the scores of those.
enum {
  // Of the whole result, so that the next one can be found.
  ENGINE_RESULT_SIZE,
  ENGINE_RESULT_ID,
  ENGINE_RESULT_SOURCE_LENGTH,
  ENGINE_RESULT_CANDIDATE_COUNT,
  ENGINE_RESULT_COUNT,
  ENGINE_RESULT_WORDS,
};
enum {
  ENGINE_TRANSLATION_LENGTH,
  ENGINE_TRANSLATION_IS_ENDED,
  ENGINE_TRANSLATION_FLAGS,
  ENGINE_TRANSLATION_SCORE,
  ENGINE_TRANSLATION_LENGTH_SCORE,
  ENGINE_TRANSLATION_WORDS,
};

// Name of the kernels with an index, best first; null after the last.
EXPORTED const char *engine_kernels(uint32_t index);

// Opens a model. The bytes must stay where they are until it is closed. Returns null and a sentence
// in `problem` where they are no model that this engine runs.
EXPORTED EngineModel *engine_open_model(const uint8_t *bytes, size_t length, const uint8_t *shortlist,
                                        size_t shortlist_length, const EngineModelOptions *options,
                                        char *problem, size_t problem_size);
EXPORTED void engine_model_facts(const EngineModel *model, EngineModelFacts *facts);
EXPORTED void engine_close_model(EngineModel *model);

// A session works on at most `max_rows` hypotheses at a time.
EXPORTED EngineSession *engine_open_session(const EngineModel *model, uint32_t max_rows);
EXPORTED void engine_close_session(EngineSession *session);
// Why a request is refused, or null.
EXPORTED const char *engine_check(const EngineModel *model, const int32_t *words, size_t count);
// Adds a request; returns why it is refused, or null.
EXPORTED const char *engine_add(EngineSession *session, const int32_t *words, size_t count);
EXPORTED void engine_drop(EngineSession *session, uint32_t id);
// How many more hypotheses of a priority there is room for; those that wait are counted. Sentences of a
// priority above 0 are urgent, and have a room of their own.
EXPORTED uint32_t engine_room(const EngineSession *session, int32_t priority);
// How many urgent sentences there are.
EXPORTED uint32_t engine_urgent(const EngineSession *session);
// Brings every sentence, or every urgent one, one token further. Returns how many sentences are left.
EXPORTED uint32_t engine_step(EngineSession *session, uint32_t is_for_urgent);
// The result for a finished sentence, or null; its first word is its size. It is valid until the next
// call of anything on this session.
EXPORTED const int32_t *engine_take(EngineSession *session);
}
