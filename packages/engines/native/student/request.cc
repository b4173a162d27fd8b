#include "request.h"

namespace student {

const char *read_request(const EngineModel &model, const int32_t *words, size_t count, Request &r) {
  if (count < ENGINE_REQUEST_WORDS) return "the request is cut off";
  const auto word = [&](int index) { return uint32_t(words[index]); };
  r.id = word(ENGINE_REQUEST_ID);
  r.flags = word(ENGINE_REQUEST_FLAGS);
  r.max_tokens = word(ENGINE_REQUEST_MAX_TOKENS);
  r.beam_size = word(ENGINE_REQUEST_BEAM_SIZE);
  r.best_count = word(ENGINE_REQUEST_BEST_COUNT);
  copy_bytes(&r.length_power, words + ENGINE_REQUEST_LENGTH_POWER, sizeof r.length_power);
  copy_bytes(&r.score_margin, words + ENGINE_REQUEST_SCORE_MARGIN, sizeof r.score_margin);
  r.candidate_count = word(ENGINE_REQUEST_CANDIDATE_COUNT);
  r.priority = words[ENGINE_REQUEST_PRIORITY];
  r.source_length = word(ENGINE_REQUEST_SOURCE_LENGTH);
  r.prefix_length = word(ENGINE_REQUEST_PREFIX_LENGTH);
  if (r.source_length == 0 || r.source_length > ENGINE_MAX_TOKENS) return "source has no tokens, or too many";
  if (r.prefix_length > ENGINE_MAX_TOKENS) return "prefix has too many tokens";
  if (count != ENGINE_REQUEST_WORDS + r.source_length + r.prefix_length) return "the request has another length";
  r.source = words + ENGINE_REQUEST_WORDS;
  r.prefix = r.source + r.source_length;
  const auto are_tokens = [](const int32_t *tokens, size_t length, size_t vocabulary) {
    for (size_t i = 0; i < length; i++)
      if (tokens[i] < 0 || size_t(tokens[i]) >= vocabulary) return false;
    return true;
  };
  if (!are_tokens(r.source, r.source_length, model.source_embeddings.outputs))
    return "source has tokens that are not in the vocabulary";
  if (!are_tokens(r.prefix, r.prefix_length, model.target_embeddings.outputs))
    return "prefix has tokens that are not in the vocabulary";
  const bool is_scored_only = (r.flags & ENGINE_SCORED_ONLY) != 0;
  for (size_t i = 0; i < r.prefix_length; i++)
    if (r.prefix[i] == model.end_token && !(is_scored_only && i + 1 == r.prefix_length))
      return "prefix has an end before its end";
  if (is_scored_only && r.prefix_length == 0) return "prefix is empty, but is to be scored";
  if (r.max_tokens == 0 || r.max_tokens > ENGINE_MAX_TOKENS) return "maxTokens is out of range";
  if (r.beam_size == 0 || r.beam_size > ENGINE_MAX_BEAM) return "beamSize is out of range";
  if (r.best_count == 0 || r.best_count > r.beam_size) return "bestCount is out of range";
  if (!(r.length_power >= 0 && r.length_power <= 4)) return "lengthPower is out of range";
  if (!(r.score_margin >= 0 && r.score_margin <= 1000)) return "scoreMargin is out of range";
  if (r.candidate_count > ENGINE_MAX_CANDIDATES) return "candidateCount is out of range";
  return nullptr;
}

}  // namespace student
