// Threads that translate. They share a queue of requests and all models; each takes what it has room
// for into the batches it works on.
#pragma once
#include <pthread.h>

#include "shared-model.h"

namespace student {

constexpr size_t MAX_THREADS = 256;

// A request that waits for a thread.
struct Job {
  SharedModel *model = nullptr;
  Array<int32_t> words;

  ~Job() {
    if (model) let_go(model);
  }
  uint32_t id() const { return uint32_t(words[ENGINE_REQUEST_ID]); }
  uint32_t beam_size() const { return uint32_t(words[ENGINE_REQUEST_BEAM_SIZE]); }
  int32_t priority() const { return words[ENGINE_REQUEST_PRIORITY]; }
};

// Who hears of what the threads do; called in theirs.
struct Listener {
  void *data;
  // Takes results over, one after the other.
  void (*on_results)(void *data, Array<int32_t> *results);
  // Called once by each thread, as the last thing it does.
  void (*on_end)(void *data);
};

class Translator {
 public:
  Translator(size_t max_rows, const Listener &listener) : max_rows_(max_rows), listener_(listener) {}
  // Waits for the threads, which must have been told to end.
  ~Translator();
  Translator(const Translator &) = delete;
  Translator &operator=(const Translator &) = delete;

  // Starts threads; returns how many there are.
  size_t start(size_t count);
  // Takes a job over.
  void add(Job *job);
  void drop(uint32_t id);
  // Tells the threads to end; what is not done is lost.
  void close();
  // How many drops the threads have still to look at; for tests.
  size_t pending_drops();

 private:
  // A thread's work on one model.
  struct Session {
    SharedModel *model;
    EngineSession *engine;
    bool is_busy;
  };
  struct Thread {
    Translator *translator = nullptr;
    pthread_t thread = {};
    // Whether it has no work and waits for some; guarded by the translator's lock, like what is to be
    // dropped of its work.
    bool is_idle = true;
    Array<uint32_t> drops;
    // The thread's own.
    Array<Session> sessions;
    // How many steps for urgent sentences there were since the last one for all.
    size_t urgent_steps = 0;
    // Which session had the last step for all.
    size_t last_session = 0;

    bool is_busy() const;
    Session &session_for(SharedModel *model);
    void step();
    void step_session(Session &session, bool is_for_urgent, Array<int32_t> *&results);
    Session *next_session();
    void close_idle_sessions();
  };

  pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t has_news_ = PTHREAD_COND_INITIALIZER;
  // In order of priority, then of arrival; guarded by the lock.
  Array<Job *> queue_;
  bool is_closing_ = false;

  const size_t max_rows_;
  const Listener listener_;
  Array<Thread *> threads_;
  // Grows to the number of threads before the first of them runs.
  size_t thread_count_ = 0;

  static void *run(void *thread);
  void run(Thread &thread);
  void take_jobs(Thread &thread);
};

}  // namespace student
