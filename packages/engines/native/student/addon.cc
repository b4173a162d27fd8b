// Node-API binding of the engine: models, and threads of its own that translate. JavaScript hands
// over requests; whatever is done comes back in one call, as the words that engine.h describes.
#define NAPI_VERSION 8
#include <fcntl.h>
#include <node_api.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine.h"
#include "kernels/kernels.h"

namespace student {
void register_vocabulary(napi_env env, napi_value exports);
}

using student::Array;
using student::create;
using student::destroy;

namespace {

constexpr size_t MAX_PATH_BYTES = 4096;
constexpr size_t MAX_THREADS = 256;
constexpr size_t MAX_ROWS = 4096;
// Sessions that have nothing to do are kept for a while: this many in each thread.
constexpr size_t IDLE_SESSIONS = 2;
// So far into the queue a thread looks for what it has room for.
constexpr size_t MAX_LOOKED_AT = 1024;

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

// A file in memory, which all processes share.
struct MappedFile {
  void *bytes = nullptr;
  size_t length = 0;

  ~MappedFile() {
    if (bytes) munmap(bytes, length);
  }
  bool open(const char *path) {
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return false;
    struct stat status;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
      void *mapped = mmap(nullptr, size_t(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
      if (mapped != MAP_FAILED) {
        bytes = mapped;
        length = size_t(status.st_size);
      }
    }
    close(file);
    return bytes != nullptr;
  }
  const uint8_t *data() const { return static_cast<const uint8_t *>(bytes); }
};

// An open model. It stays open as long as JavaScript or a job holds on to it.
struct Model {
  MappedFile file, shortlist;
  EngineModel *engine = nullptr;
  int holders = 1;

  ~Model() {
    if (engine) engine_close_model(engine);
  }
};

Model *hold(Model *model) {
  __atomic_add_fetch(&model->holders, 1, __ATOMIC_RELAXED);
  return model;
}

void let_go(Model *model) {
  if (__atomic_sub_fetch(&model->holders, 1, __ATOMIC_ACQ_REL) == 0) destroy(model);
}

// What JavaScript has of a model.
struct ModelHandle {
  Model *model;
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
  napi_value arguments[5], result;
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
  Model *model = create<Model>();
  if (!model->file.open(path)) {
    let_go(model);
    return throw_error(env, "the model cannot be read");
  }
  if (shortlist[0] && !model->shortlist.open(shortlist)) {
    let_go(model);
    return throw_error(env, "the shortlist cannot be read");
  }
  model->engine = engine_open_model(model->file.data(), model->file.length, model->shortlist.data(),
                                    model->shortlist.length, &options, problem, sizeof problem);
  if (!model->engine) {
    let_go(model);
    return throw_error(env, problem);
  }
  ModelHandle *handle = create<ModelHandle>();
  handle->model = model;
  napi_create_external(env, handle, free_model_handle, nullptr, &result);
  return result;
}

ModelHandle *read_model(napi_env env, napi_value value) {
  void *data = nullptr;
  if (napi_get_value_external(env, value, &data) != napi_ok) return nullptr;
  ModelHandle *handle = static_cast<ModelHandle *>(data);
  return handle->model ? handle : nullptr;
}

napi_value model_facts(napi_env env, napi_callback_info info) {
  napi_value argument, result;
  size_t count = 1;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  const ModelHandle *handle = read_model(env, argument);
  if (!handle) return throw_error(env, "the model is closed");
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

// A request that waits for a thread.
struct Job {
  Model *model = nullptr;
  Array<int32_t> words;

  ~Job() {
    if (model) let_go(model);
  }
  uint32_t id() const { return uint32_t(words[ENGINE_REQUEST_ID]); }
  uint32_t beam_size() const { return uint32_t(words[ENGINE_REQUEST_BEAM_SIZE]); }
  int32_t priority() const { return words[ENGINE_REQUEST_PRIORITY]; }
};

// One thread's work on one model.
struct Session {
  Model *model;
  EngineSession *engine;
  bool is_busy;
};

struct Translator;

struct Thread {
  Translator *translator = nullptr;
  pthread_t thread = {};
  // What is to be dropped; guarded by the translator's lock.
  Array<uint32_t> drops;
  // The thread's own.
  Array<Session> sessions;
};

struct Translator {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t has_news = PTHREAD_COND_INITIALIZER;
  // In order of priority, then of arrival; guarded by the lock.
  Array<Job *> queue;
  bool is_closing = false;

  size_t max_rows = 0;
  size_t thread_count = 0;
  Thread *threads[MAX_THREADS] = {};
  napi_threadsafe_function deliver = nullptr;

  ~Translator() {
    for (Job *job : queue) destroy(job);
  }
};

Session &session_for(Thread &thread, Model *model) {
  for (Session &session : thread.sessions)
    if (session.model == model) return session;
  const uint32_t max_rows = uint32_t(thread.translator->max_rows);
  thread.sessions.push({hold(model), engine_open_session(model->engine, max_rows), false});
  return thread.sessions.last();
}

void close_session(Session &session) {
  engine_close_session(session.engine);
  let_go(session.model);
}

// Takes jobs that this thread has room for, and its share of them; the lock is held.
void take_jobs(Thread &thread) {
  Translator &translator = *thread.translator;
  Array<Job *> &queue = translator.queue;
  size_t share = (queue.size() + translator.thread_count - 1) / translator.thread_count, left = 0;
  for (size_t i = 0; i < queue.size(); i++) {
    Job *job = queue[i];
    bool is_taken = false;
    if (share > 0 && i < MAX_LOOKED_AT) {
      Session &session = session_for(thread, job->model);
      const uint32_t room = engine_room(session.engine);
      if (job->beam_size() <= room || room == translator.max_rows) {
        engine_add(session.engine, job->words.data(), job->words.size());
        session.is_busy = true;
        destroy(job);
        is_taken = true;
        share--;
      }
    }
    if (!is_taken) queue[left++] = job;
  }
  queue.resize(left);
}

void close_idle_sessions(Thread &thread) {
  size_t left = 0, idle = 0;
  // The newest are kept.
  for (size_t i = thread.sessions.size(); i-- > 0;)
    if (!thread.sessions[i].is_busy && ++idle > IDLE_SESSIONS) {
      close_session(thread.sessions[i]);
      thread.sessions[i].engine = nullptr;
    }
  for (const Session &session : thread.sessions)
    if (session.engine) thread.sessions[left++] = session;
  thread.sessions.resize(left);
}

// Brings all sentences of a thread one token further.
void step_sessions(Thread &thread) {
  Array<int32_t> *results = nullptr;
  for (Session &session : thread.sessions) {
    if (!session.is_busy) continue;
    session.is_busy = engine_step(session.engine) > 0;
    while (const int32_t *words = engine_take(session.engine)) {
      if (!results) results = create<Array<int32_t>>();
      results->append(words, size_t(words[ENGINE_RESULT_SIZE]));
    }
  }
  if (results && napi_call_threadsafe_function(thread.translator->deliver, results, napi_tsfn_nonblocking) != napi_ok)
    destroy(results);
}

bool is_busy(const Thread &thread) {
  for (const Session &session : thread.sessions)
    if (session.is_busy) return true;
  return false;
}

void *run_thread(void *data) {
  Thread &thread = *static_cast<Thread *>(data);
  Translator &translator = *thread.translator;
  Array<uint32_t> drops;
  for (;;) {
    pthread_mutex_lock(&translator.lock);
    while (!translator.is_closing && translator.queue.empty() && thread.drops.empty() && !is_busy(thread))
      pthread_cond_wait(&translator.has_news, &translator.lock);
    const bool is_closing = translator.is_closing;
    drops.swap(thread.drops);
    // What is dropped was taken before: a job in the queue goes at once.
    for (const uint32_t id : drops)
      for (Session &session : thread.sessions) engine_drop(session.engine, id);
    drops.clear();
    if (!is_closing) take_jobs(thread);
    pthread_mutex_unlock(&translator.lock);
    if (is_closing) break;
    step_sessions(thread);
    close_idle_sessions(thread);
  }
  for (Session &session : thread.sessions) close_session(session);
  thread.sessions.clear();
  napi_release_threadsafe_function(translator.deliver, napi_tsfn_release);
  return nullptr;
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

// After the last thread has let go of the function, which it does when it ends.
void free_translator(napi_env, void *data, void *) {
  Translator *translator = static_cast<Translator *>(data);
  for (size_t i = 0; i < translator->thread_count; i++) {
    pthread_join(translator->threads[i]->thread, nullptr);
    destroy(translator->threads[i]);
  }
  destroy(translator);
}

void close_threads(Translator *translator) {
  pthread_mutex_lock(&translator->lock);
  translator->is_closing = true;
  pthread_cond_broadcast(&translator->has_news);
  pthread_mutex_unlock(&translator->lock);
}

// What JavaScript has of a translator.
struct TranslatorHandle {
  Translator *translator;
};

// The environment ends before its externals are freed: threads must not outlive it.
void close_translator_handle(void *data) {
  TranslatorHandle *handle = static_cast<TranslatorHandle *>(data);
  if (handle->translator) close_threads(handle->translator);
  handle->translator = nullptr;
}

void free_translator_handle(napi_env env, void *data, void *) {
  napi_remove_env_cleanup_hook(env, close_translator_handle, data);
  close_translator_handle(data);
  destroy(static_cast<TranslatorHandle *>(data));
}

// createTranslator(threads, rows, callback): a handle.
napi_value create_translator(napi_env env, napi_callback_info info) {
  napi_value arguments[3], name, result;
  size_t count = 3;
  uint32_t thread_count = 0, max_rows = 0;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  if (count != 3 || napi_get_value_uint32(env, arguments[0], &thread_count) != napi_ok || thread_count == 0 ||
      thread_count > MAX_THREADS || napi_get_value_uint32(env, arguments[1], &max_rows) != napi_ok || max_rows == 0 ||
      max_rows > MAX_ROWS)
    return throw_range_error(env, "createTranslator: bad arguments");
  Translator *translator = create<Translator>();
  translator->max_rows = max_rows;
  napi_create_string_utf8(env, "student engine", NAPI_AUTO_LENGTH, &name);
  if (napi_create_threadsafe_function(env, arguments[2], nullptr, name, 0, thread_count, translator, free_translator,
                                      nullptr, deliver_results, &translator->deliver) != napi_ok) {
    destroy(translator);
    return throw_error(env, "createTranslator: no function to call");
  }
  // A program may end while threads wait.
  napi_unref_threadsafe_function(env, translator->deliver);
  translator->thread_count = thread_count;
  for (size_t i = 0; i < thread_count; i++) {
    Thread *thread = create<Thread>();
    thread->translator = translator;
    translator->threads[i] = thread;
    if (pthread_create(&thread->thread, nullptr, run_thread, thread) != 0) {
      destroy(thread);
      translator->thread_count = i;
      for (size_t j = i; j < thread_count; j++)
        napi_release_threadsafe_function(translator->deliver, napi_tsfn_release);
      if (i == 0) return throw_error(env, "createTranslator: no threads");
      break;
    }
  }
  TranslatorHandle *handle = create<TranslatorHandle>();
  handle->translator = translator;
  napi_add_env_cleanup_hook(env, close_translator_handle, handle);
  napi_create_external(env, handle, free_translator_handle, nullptr, &result);
  return result;
}

TranslatorHandle *read_translator(napi_env env, napi_value value) {
  void *data = nullptr;
  if (napi_get_value_external(env, value, &data) != napi_ok) return nullptr;
  TranslatorHandle *handle = static_cast<TranslatorHandle *>(data);
  return handle->translator ? handle : nullptr;
}

// addJob(translator, model, words)
napi_value add_job(napi_env env, napi_callback_info info) {
  napi_value arguments[3];
  size_t count = 3, length = 0;
  void *data = nullptr;
  napi_typedarray_type type;
  napi_get_cb_info(env, info, &count, arguments, nullptr, nullptr);
  TranslatorHandle *handle = read_translator(env, arguments[0]);
  if (!handle) return throw_error(env, "the translator is closed");
  ModelHandle *model = read_model(env, arguments[1]);
  if (!model) return throw_error(env, "the model is closed");
  if (napi_get_typedarray_info(env, arguments[2], &type, &length, &data, nullptr, nullptr) != napi_ok ||
      type != napi_int32_array)
    return throw_range_error(env, "a request is a row of 32-bit words");
  const int32_t *words = static_cast<const int32_t *>(data);
  if (const char *problem = engine_check(model->model->engine, words, length)) return throw_range_error(env, problem);
  Job *job = create<Job>();
  job->model = hold(model->model);
  job->words.append(words, length);
  Translator *translator = handle->translator;
  pthread_mutex_lock(&translator->lock);
  Array<Job *> &queue = translator->queue;
  queue.push(job);
  for (size_t i = queue.size() - 1; i > 0 && queue[i - 1]->priority() < job->priority(); i--) {
    queue[i] = queue[i - 1];
    queue[i - 1] = job;
  }
  pthread_cond_signal(&translator->has_news);
  pthread_mutex_unlock(&translator->lock);
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
  Translator *translator = handle->translator;
  pthread_mutex_lock(&translator->lock);
  Array<Job *> &queue = translator->queue;
  size_t left = 0;
  for (Job *job : queue) {
    if (job->id() == id) {
      destroy(job);
    } else {
      queue[left++] = job;
    }
  }
  const bool was_waiting = left < queue.size();
  queue.resize(left);
  if (!was_waiting)
    for (size_t i = 0; i < translator->thread_count; i++) translator->threads[i]->drops.push(id);
  pthread_mutex_unlock(&translator->lock);
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
    napi_ref_threadsafe_function(env, handle->translator->deliver);
  } else {
    napi_unref_threadsafe_function(env, handle->translator->deliver);
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
