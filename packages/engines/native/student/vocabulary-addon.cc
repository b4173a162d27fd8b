// Node-API binding of vocabularies; see `src/neural/student/vocabulary.ts`.
#include "addon-handles.h"
#include "vocabulary.h"

namespace student {
namespace {

constexpr napi_type_tag VOCABULARY_TAG = {0x1d0b6f5f0e5a4c1dULL, 0x8c2f4f7b9a3e6d21ULL};

napi_value refuse(napi_env env, const char* problem) {
  bool is_pending = false;
  napi_is_exception_pending(env, &is_pending);
  if (!is_pending) napi_throw_error(env, nullptr, problem);
  return nullptr;
}

void* vocabulary_of(napi_env env, napi_value value) { return read_handle(env, VOCABULARY_TAG, value); }

napi_value to_numbers(napi_env env, const int32_t* numbers, size_t count) {
  void* target = nullptr;
  napi_value buffer = nullptr;
  napi_value array = nullptr;
  if (napi_create_arraybuffer(env, count * sizeof(int32_t), &target, &buffer) != napi_ok) return nullptr;
  copy_bytes(target, numbers, count * sizeof(int32_t));
  napi_create_typedarray(env, napi_int32_array, count, buffer, 0, &array);
  return array;
}

napi_value open(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  napi_typedarray_type type;
  size_t length = 0;
  void* bytes = nullptr;
  if (napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr) != napi_ok || count < 1 ||
      napi_get_typedarray_info(env, argument, &type, &length, &bytes, nullptr, nullptr) != napi_ok ||
      type != napi_uint8_array) {
    return refuse(env, "a vocabulary is read from a Uint8Array");
  }
  const char* problem = nullptr;
  void* handle = vocabulary_open(static_cast<const uint8_t*>(bytes), length, &problem);
  if (handle == nullptr) return refuse(env, problem);
  return create_handle(env, VOCABULARY_TAG, handle, [](napi_env, void* data, void*) { vocabulary_close(data); });
}

/** The tokens of a text: three numbers for each, its own, its start and its end. */
napi_value encode(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  void* handle = count < 2 ? nullptr : vocabulary_of(env, arguments[0]);
  size_t length = 0;
  if (handle == nullptr || napi_get_value_string_utf16(env, arguments[1], nullptr, 0, &length) != napi_ok) {
    return refuse(env, "a vocabulary and a text are wanted");
  }
  Array<uint16_t> text;
  text.resize(length + 1);
  napi_get_value_string_utf16(env, arguments[1], reinterpret_cast<char16_t*>(text.data()), length + 1, &length);
  const int32_t tokens = vocabulary_encode(handle, text.data(), length);
  if (tokens < 0) return refuse(env, "the text is too long");
  return to_numbers(env, vocabulary_numbers(handle), static_cast<size_t>(tokens) * 3);
}

/** The text of tokens, and how long it was after each. */
napi_value decode(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value arguments[2];
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  void* handle = count < 2 ? nullptr : vocabulary_of(env, arguments[0]);
  napi_typedarray_type type;
  size_t length = 0;
  void* ids = nullptr;
  if (handle == nullptr ||
      napi_get_typedarray_info(env, arguments[1], &type, &length, &ids, nullptr, nullptr) != napi_ok ||
      type != napi_int32_array) {
    return refuse(env, "a vocabulary and an Int32Array are wanted");
  }
  const int32_t units = vocabulary_decode(handle, static_cast<const int32_t*>(ids), length);
  if (units < 0) return refuse(env, "there is no such token");
  napi_value result = nullptr;
  napi_value text = nullptr;
  napi_create_object(env, &result);
  napi_create_string_utf16(env, reinterpret_cast<const char16_t*>(vocabulary_text(handle)),
                           static_cast<size_t>(units), &text);
  napi_set_named_property(env, result, "text", text);
  napi_set_named_property(env, result, "ends", to_numbers(env, vocabulary_numbers(handle), length));
  return result;
}

/** Its token for the end of a sentence, that for what is unknown, and how many it has. */
napi_value describe(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  void* handle = count < 1 ? nullptr : vocabulary_of(env, argument);
  if (handle == nullptr) return refuse(env, "a vocabulary is wanted");
  const int32_t facts[] = {vocabulary_end(handle), vocabulary_unknown(handle), vocabulary_size(handle)};
  return to_numbers(env, facts, 3);
}

}  // namespace

void register_vocabulary(napi_env env, napi_value exports) {
  const napi_property_descriptor functions[] = {
      {"openVocabulary", nullptr, open, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"encodeText", nullptr, encode, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"decodeTokens", nullptr, decode, nullptr, nullptr, nullptr, napi_default, nullptr},
      {"describeVocabulary", nullptr, describe, nullptr, nullptr, nullptr, napi_default, nullptr},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof functions[0], functions);
}

}  // namespace student
