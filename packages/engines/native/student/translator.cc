#include "translator.h"

#include <sys/resource.h>

namespace student {
namespace {

// Sessions that have nothing to do are kept for a while: this many in each thread.
constexpr size_t IDLE_SESSIONS = 2;
// So far into the queue a thread looks for what it has room for.
constexpr size_t MAX_LOOKED_AT = 1024;
// Threads are so much nicer than the one that gives them work and takes results: a sentence that just
// came, or is done, does not wait for a step to end. On Linux, threads have a niceness of their own.
constexpr int NICENESS = 3;
// After so many steps for urgent sentences alone, the others have their turn: a short sentence is
// done by then.
constexpr size_t MAX_URGENT_STEPS = 16;

}  // namespace

Translator::~Translator() {
  for (Thread *thread : threads_) {
    pthread_join(thread->thread, nullptr);
    destroy(thread);
  }
  for (Job *job : queue_) destroy(job);
}

size_t Translator::start(size_t count) {
  // Threads that run need the number of them: they wait for the lock.
  pthread_mutex_lock(&lock_);
  for (size_t i = 0; i < count; i++) {
    Thread *thread = create<Thread>();
    thread->translator = this;
    if (pthread_create(&thread->thread, nullptr, run, thread) != 0) {
      destroy(thread);
      break;
    }
    threads_.push(thread);
  }
  thread_count_ = threads_.size();
  pthread_mutex_unlock(&lock_);
  return thread_count_;
}

void Translator::add(Job *job) {
  pthread_mutex_lock(&lock_);
  queue_.push(job);
  for (size_t i = queue_.size() - 1; i > 0 && queue_[i - 1]->priority() < job->priority(); i--) {
    queue_[i] = queue_[i - 1];
    queue_[i - 1] = job;
  }
  pthread_cond_signal(&has_news_);
  pthread_mutex_unlock(&lock_);
}

void Translator::drop(uint32_t id) {
  pthread_mutex_lock(&lock_);
  size_t left = 0;
  for (Job *job : queue_) {
    if (job->id() == id) {
      destroy(job);
    } else {
      queue_[left++] = job;
    }
  }
  const bool was_waiting = left < queue_.size();
  queue_.resize(left);
  if (!was_waiting)
    for (Thread *thread : threads_)
      if (!thread->is_idle) thread->drops.push(id);
  pthread_mutex_unlock(&lock_);
}

size_t Translator::pending_drops() {
  size_t count = 0;
  pthread_mutex_lock(&lock_);
  for (const Thread *thread : threads_) count += thread->drops.size();
  pthread_mutex_unlock(&lock_);
  return count;
}

void Translator::close() {
  pthread_mutex_lock(&lock_);
  is_closing_ = true;
  pthread_cond_broadcast(&has_news_);
  pthread_mutex_unlock(&lock_);
}

void *Translator::run(void *data) {
  Thread &thread = *static_cast<Thread *>(data);
  const Listener listener = thread.translator->listener_;
#if defined(__linux__)
  setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + NICENESS);
#endif
  thread.translator->run(thread);
  listener.on_end(listener.data);
  return nullptr;
}

void Translator::run(Thread &thread) {
  for (;;) {
    pthread_mutex_lock(&lock_);
    // Before new jobs are taken: one of them may have the number of a dropped one.
    for (const uint32_t id : thread.drops)
      for (Session &session : thread.sessions) engine_drop(session.engine, id);
    thread.drops.clear();
    while (!is_closing_ && queue_.empty() && !thread.is_busy()) {
      thread.is_idle = true;
      pthread_cond_wait(&has_news_, &lock_);
    }
    thread.is_idle = false;
    const bool is_closing = is_closing_;
    if (!is_closing) take_jobs(thread);
    pthread_mutex_unlock(&lock_);
    if (is_closing) break;
    thread.step();
    thread.close_idle_sessions();
  }
  for (Session &session : thread.sessions) {
    engine_close_session(session.engine);
    let_go(session.model);
  }
  thread.sessions.clear();
}

// Takes jobs that this thread has room for, and its share of them; the lock is held.
void Translator::take_jobs(Thread &thread) {
  size_t share = (queue_.size() + thread_count_ - 1) / thread_count_, left = 0;
  for (size_t i = 0; i < queue_.size(); i++) {
    Job *job = queue_[i];
    bool is_taken = false;
    if (share > 0 && i < MAX_LOOKED_AT) {
      Session &session = thread.session_for(job->model);
      const uint32_t room = engine_room(session.engine, job->priority());
      if (job->beam_size() <= room || room == max_rows_) {
        engine_add(session.engine, job->words.data(), job->words.size());
        session.is_busy = true;
        destroy(job);
        is_taken = true;
        share--;
      }
    }
    if (!is_taken) queue_[left++] = job;
  }
  queue_.resize(left);
}

bool Translator::Thread::is_busy() const {
  for (const Session &session : sessions)
    if (session.is_busy) return true;
  return false;
}

Translator::Session &Translator::Thread::session_for(SharedModel *model) {
  for (Session &session : sessions)
    if (session.model == model) return session;
  const uint32_t max_rows = uint32_t(translator->max_rows_);
  sessions.push({hold(model), engine_open_session(model->engine, max_rows), false});
  return sessions.last();
}

// Brings sentences one token further: the urgent ones of all models where there are any, or all of one
// model. Then there may be new ones in the queue.
void Translator::Thread::step() {
  Array<int32_t> *results = nullptr;
  bool has_urgent = false;
  for (const Session &session : sessions) has_urgent |= engine_urgent(session.engine) > 0;
  if (has_urgent && urgent_steps < MAX_URGENT_STEPS) {
    urgent_steps++;
    for (Session &session : sessions)
      if (engine_urgent(session.engine) > 0) step_session(session, true, results);
  } else {
    urgent_steps = 0;
    if (Session *session = next_session()) step_session(*session, false, results);
  }
  if (results) translator->listener_.on_results(translator->listener_.data, results);
}

void Translator::Thread::step_session(Session &session, bool is_for_urgent, Array<int32_t> *&results) {
  session.is_busy = engine_step(session.engine, is_for_urgent) > 0;
  while (const int32_t *words = engine_take(session.engine)) {
    if (!results) results = create<Array<int32_t>>();
    results->append(words, size_t(words[ENGINE_RESULT_SIZE]));
  }
}

// Models take turns.
Translator::Session *Translator::Thread::next_session() {
  for (size_t i = 0; i < sessions.size(); i++) {
    last_session = (last_session + 1) % sessions.size();
    if (sessions[last_session].is_busy) return &sessions[last_session];
  }
  return nullptr;
}

void Translator::Thread::close_idle_sessions() {
  size_t left = 0, idle = 0;
  // The newest are kept.
  for (size_t i = sessions.size(); i-- > 0;)
    if (!sessions[i].is_busy && ++idle > IDLE_SESSIONS) {
      engine_close_session(sessions[i].engine);
      let_go(sessions[i].model);
      sessions[i].engine = nullptr;
    }
  for (const Session &session : sessions)
    if (session.engine) sessions[left++] = session;
  sessions.resize(left);
}

}  // namespace student
