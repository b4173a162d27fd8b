// Node-API binding of the engine: models, and threads that translate. JavaScript hands over requests;
// whatever is done comes back in one call, as the words that engine.h describes.
#include <string.h>

#include "addon-handles.h"
#include "kernels/kernels.h"
#include "translator.h"

namespace student {
void register_vocabulary(napi_env env, napi_value exports);
}

using student::Array;
using student::create;
using student::create_handle;
using student::destroy;
using student::hold;
using student::Job;
using student::let_go;
using student::read_handle;
using student::SharedModel;
using student::Translator;

namespace {

constexpr size_t MAX_PATH_BYTES = 4096;
constexpr size_t MAX_ROWS = 4096;

constexpr napi_type_tag MODEL_TAG = {0x6a2c9d51e07f4b83ULL, 0x9e14c7305bd86f2aULL};
constexpr napi_type_tag TRANSLATOR_TAG = {0x37f0b1c84a9d4e65ULL, 0xb58e2d6193f7a04cULL};

napi_value throw_error(napi_env env, const char *message) {
  napi_throw_error(env, nullptr, message);
  return nullptr;
}

napi_value throw_range_error(napi_env env, const char *message) {
  napi_throw_range_error(env, nullptr, message);
  return nullptr;
}

void set_number(napi_env env, napi_value object, const char *name, double number) {
  napi_value value;
  napi_create_double(env, number, &value);
  napi_set_named_property(env, object, name, value);
}

// ---- Models

// What JavaScript has of a model.
struct ModelHandle {
  SharedModel *model;
};

void free_model_handle(napi_env, void *data, void *) {
  ModelHandle *handle = static_cast<ModelHandle *>(data);
  if (handle->model) let_go(handle->model);
  destroy(handle);
}

bool read_path(napi_env env, napi_value value, char *path) {
  size_t length = 0;
  return napi_get_value_string_utf8(env, value, path, MAX_PATH_BYTES, &length) == napi_ok &&
         length + 1 < MAX_PATH_BYTES;
}

// openModel(path, shortlist path or "", end token, unknown token, instruction set): a handle.
napi_value open_model(napi_env env, napi_callback_info info) {
  napi_value arguments[5];
  size_t count = 5;
  char path[MAX_PATH_BYTES], shortlist[MAX_PATH_BYTES], wanted[32], problem[256] = "";
  EngineModelOptions options = {};
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  if (count != 5 || !read_path(env, arguments[0], path) || !read_path(env, arguments[1], shortlist) ||
      napi_get_value_int32(env, arguments[2], &options.end_token) != napi_ok ||
      napi_get_value_int32(env, arguments[3], &options.unknown_token) != napi_ok ||
      napi_get_value_string_utf8(env, arguments[4], wanted, sizeof wanted, nullptr) != napi_ok)
    return throw_range_error(env, "openModel: bad arguments");
  while (const char *name = engine_kernels(options.kernels)) {
    if (strcmp(name, wanted) == 0) break;
    options.kernels++;
  }
  SharedModel *model = create<SharedModel>();
  if (!model->file.open(path)) {
    let_go(model);
    return throw_error(env, "the model cannot be read");
  }
  if (shortlist[0] && !model->shortlist.open(shortlist)) {
    let_go(model);
    return throw_error(env, "the shortlist cannot be read");
  }
  model->engine = engine_open_model(model->file.data(), model->file.length(), model->shortlist.data(),
                                    model->shortlist.length(), &options, problem, sizeof problem);
  if (!model->engine) {
    let_go(model);
    return throw_error(env, problem);
  }
  ModelHandle *handle = create<ModelHandle>();
  handle->model = model;
  return create_handle(env, MODEL_TAG, handle, free_model_handle);
}

// Null where it is no model, or a closed one.
ModelHandle *read_model(napi_env env, napi_value value) {
  ModelHandle *handle = static_cast<ModelHandle *>(read_handle(env, MODEL_TAG, value));
  return handle && handle->model ? handle : nullptr;
}

napi_value model_facts(napi_env env, napi_callback_info info) {
  napi_value argument, result;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  const ModelHandle *handle = read_model(env, argument);
  if (!handle) return throw_error(env, "the model is closed, or not a model");
  EngineModelFacts facts;
  engine_model_facts(handle->model->engine, &facts);
  napi_create_object(env, &result);
  set_number(env, result, "sourceTokens", facts.source_tokens);
  set_number(env, result, "targetTokens", facts.target_tokens);
  set_number(env, result, "width", facts.width);
  set_number(env, result, "encoderLayers", facts.encoder_layers);
  set_number(env, result, "decoderLayers", facts.decoder_layers);
  set_number(env, result, "hasShortlist", facts.has_shortlist);
  set_number(env, result, "hasInputFactors", facts.has_input_factors);
  set_number(env, result, "ownBytes", facts.own_bytes);
  return result;
}

napi_value close_model(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  ModelHandle *handle = read_model(env, argument);
  if (handle) {
    let_go(handle->model);
    handle->model = nullptr;
  }
  return nullptr;
}

// ---- Threads

// Threads, and the function that they hand results to. It lives until the last thread has let go of it.
struct Delivery {
  Translator *translator = nullptr;
  napi_threadsafe_function deliver = nullptr;

  ~Delivery() { destroy(translator); }
};

void pass_results(void *data, Array<int32_t> *results) {
  const Delivery *delivery = static_cast<Delivery *>(data);
  if (napi_call_threadsafe_function(delivery->deliver, results, napi_tsfn_nonblocking) != napi_ok) destroy(results);
}

void let_function_go(void *data) {
  napi_release_threadsafe_function(static_cast<Delivery *>(data)->deliver, napi_tsfn_release);
}

// Runs in JavaScript's thread: hands results over.
void deliver_results(napi_env env, napi_value callback, void *, void *data) {
  Array<int32_t> *results = static_cast<Array<int32_t> *>(data);
  if (env && callback) {
    napi_value buffer, words, receiver;
    void *bytes = nullptr;
    const size_t size = results->size() * sizeof(int32_t);
    if (napi_create_arraybuffer(env, size, &bytes, &buffer) == napi_ok) {
      memcpy(bytes, results->data(), size);
      napi_create_typedarray(env, napi_int32_array, results->size(), buffer, 0, &words);
      napi_get_undefined(env, &receiver);
      napi_call_function(env, receiver, callback, 1, &words, nullptr);
    }
  }
  destroy(results);
}

void free_delivery(napi_env, void *data, void *) { destroy(static_cast<Delivery *>(data)); }

// What JavaScript has of a translator.
struct TranslatorHandle {
  Delivery *delivery;
};

// The environment ends before its externals are freed: threads must not outlive it.
void close_translator_handle(void *data) {
  TranslatorHandle *handle = static_cast<TranslatorHandle *>(data);
  if (handle->delivery) handle->delivery->translator->close();
  handle->delivery = nullptr;
}

void free_translator_handle(napi_env env, void *data, void *) {
  napi_remove_env_cleanup_hook(env, close_translator_handle, data);
  close_translator_handle(data);
  destroy(static_cast<TranslatorHandle *>(data));
}

// createTranslator(threads, rows, callback): a handle.
napi_value create_translator(napi_env env, napi_callback_info info) {
  napi_value arguments[3], name;
  size_t count = 3;
  uint32_t thread_count = 0, max_rows = 0;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  if (count != 3 || napi_get_value_uint32(env, arguments[0], &thread_count) != napi_ok || thread_count == 0 ||
      thread_count > student::MAX_THREADS || napi_get_value_uint32(env, arguments[1], &max_rows) != napi_ok || max_rows == 0 ||
      max_rows > MAX_ROWS)
    return throw_range_error(env, "createTranslator: bad arguments");
  Delivery *delivery = create<Delivery>();
  napi_create_string_utf8(env, "student engine", NAPI_AUTO_LENGTH, &name);
  if (napi_create_threadsafe_function(env, arguments[2], nullptr, name, 0, thread_count, delivery, free_delivery,
                                      nullptr, deliver_results, &delivery->deliver) != napi_ok) {
    destroy(delivery);
    return throw_error(env, "createTranslator: no function to call");
  }
  // A program may end while threads wait.
  napi_unref_threadsafe_function(env, delivery->deliver);
  delivery->translator = new (student::Placement(), engine_allocate(sizeof(Translator)))
      Translator(max_rows, {delivery, pass_results, let_function_go});
  const size_t started = delivery->translator->start(thread_count);
  for (size_t i = started; i < thread_count; i++) let_function_go(delivery);
  if (started == 0) return throw_error(env, "createTranslator: no threads");
  TranslatorHandle *handle = create<TranslatorHandle>();
  handle->delivery = delivery;
  napi_add_env_cleanup_hook(env, close_translator_handle, handle);
  return create_handle(env, TRANSLATOR_TAG, handle, free_translator_handle);
}

// Null where it is no translator, or a closed one.
TranslatorHandle *read_translator(napi_env env, napi_value value) {
  TranslatorHandle *handle = static_cast<TranslatorHandle *>(read_handle(env, TRANSLATOR_TAG, value));
  return handle && handle->delivery ? handle : nullptr;
}

// addJob(translator, model, words)
napi_value add_job(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  size_t count = 3, length = 0;
  void *data = nullptr;
  napi_typedarray_type type;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  TranslatorHandle *handle = read_translator(env, arguments[0]);
  if (!handle) return throw_error(env, "the translator is closed, or not a translator");
  ModelHandle *model = read_model(env, arguments[1]);
  if (!model) return throw_error(env, "the model is closed, or not a model");
  if (napi_get_typedarray_info(env, arguments[2], &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_int32_array)
    return throw_range_error(env, "a request is a row of 32-bit words");
  const int32_t *words = static_cast<const int32_t *>(data);
  if (const char *problem = engine_check(model->model->engine, words, length)) return throw_range_error(env, problem);
  Job *job = create<Job>();
  job->model = hold(model->model);
  job->words.append(words, length);
  handle->delivery->translator->add(job);
  return nullptr;
}

// dropJob(translator, id)
napi_value drop_job(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  size_t count = 2;
  uint32_t id = 0;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  TranslatorHandle *handle = read_translator(env, arguments[0]);
  if (!handle || napi_get_value_uint32(env, arguments[1], &id) != napi_ok) return nullptr;
  handle->delivery->translator->drop(id);
  return nullptr;
}

// keepRunning(translator, whether the program waits for results)
napi_value keep_running(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  size_t count = 2;
  bool is_awaited = false;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  TranslatorHandle *handle = read_translator(env, arguments[0]);
  if (!handle || napi_get_value_bool(env, arguments[1], &is_awaited) != napi_ok) return nullptr;
  if (is_awaited) {
    napi_ref_threadsafe_function(env, handle->delivery->deliver);
  } else {
    napi_unref_threadsafe_function(env, handle->delivery->deliver);
  }
  return nullptr;
}

napi_value close_translator(napi_env env, napi_callback_info info) {
  napi_value argument;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  if (TranslatorHandle *handle = read_translator(env, argument)) close_translator_handle(handle);
  return nullptr;
}

}  // namespace

NAPI_MODULE_INIT() {
  const struct {
    const char *name;
    napi_callback run;
  } entries[] = {
      {"openModel", open_model},
      {"modelFacts", model_facts},
      {"closeModel", close_model},
      {"createTranslator", create_translator},
      {"addJob", add_job},
      {"dropJob", drop_job},
      {"keepRunning", keep_running},
      {"closeTranslator", close_translator},
  };
  for (const auto &entry : entries) {
    napi_value function;
    napi_create_function(env, entry.name, NAPI_AUTO_LENGTH, entry.run, nullptr, &function);
    napi_set_named_property(env, exports, entry.name, function);
  }
  // By this, JavaScript knows an addon that was made from other sources.
  set_number(env, exports, "requestWords", ENGINE_REQUEST_WORDS);
  // Those that work here, best first.
  napi_value names, name;
  uint32_t found = 0;
  napi_create_array(env, &names);
  for (size_t i = 0; const student::Kernels *kernels = student::kernels_at(i); i++) {
    if (!student::pass_self_test(*kernels)) continue;
    napi_create_string_utf8(env, kernels->name, NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, names, found++, name);
  }
  napi_set_named_property(env, exports, "instructionSets", names);
  student::register_vocabulary(env, exports);
  return exports;
}
