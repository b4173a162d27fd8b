// Threads that share a queue, for the thread sanitizer: jobs are added, dropped and lost at the end, by
// one thread, while others work on them. Fails where a result is missing, or where memory is kept.
#include <stdio.h>

#include "../translator.h"

using namespace student;

namespace {

constexpr uint32_t JOBS = 120, ROUNDS = 4;

// What has arrived.
struct Results {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t has_news = PTHREAD_COND_INITIALIZER;
  bool is_there[JOBS] = {};
};

void take_results(void *data, Array<int32_t> *words) {
  Results &results = *static_cast<Results *>(data);
  pthread_mutex_lock(&results.lock);
  for (size_t at = 0; at < words->size(); at += size_t((*words)[at + ENGINE_RESULT_SIZE]))
    results.is_there[uint32_t((*words)[at + ENGINE_RESULT_ID]) % JOBS] = true;
  pthread_cond_signal(&results.has_news);
  pthread_mutex_unlock(&results.lock);
  destroy(words);
}

void end_thread(void *) {}

Job *create_job(SharedModel *model, uint32_t id) {
  Job *job = create<Job>();
  job->model = hold(model);
  const int32_t priority = id % 5 == 0, length = 3 + int32_t(id % 7);
  const int32_t head[ENGINE_REQUEST_WORDS] = {int32_t(id), ENGINE_ALIGNED, 12, 2, 1, 0, 0, 0, priority, length, 0};
  job->words.append(head, ENGINE_REQUEST_WORDS);
  for (int32_t i = 1; i < length; i++) job->words.push(2 + int32_t(id) * i % 90);
  job->words.push(0);
  return job;
}

bool is_dropped(uint32_t id) { return id % 3 == 1; }

// What is wrong, or null. Jobs are still in the queue at the end.
const char *use(Translator &translator, SharedModel *model, Results &results) {
  // Nobody has anything that could be dropped.
  for (uint32_t id = 0; id < 1000; id++) translator.drop(id);
  if (translator.pending_drops() > 0) return "drops are kept for threads without work";
  for (uint32_t round = 0; round < ROUNDS; round++) {
    for (uint32_t id = 0; id < JOBS; id++) {
      translator.add(create_job(model, round * JOBS + id));
      if (id > 0 && is_dropped(id - 1)) translator.drop(round * JOBS + id - 1);
    }
    pthread_mutex_lock(&results.lock);
    for (uint32_t id = 0; id < JOBS; id++)
      while (!is_dropped(id) && !results.is_there[id]) pthread_cond_wait(&results.has_news, &results.lock);
    for (bool &is_there : results.is_there) is_there = false;
    pthread_mutex_unlock(&results.lock);
  }
  for (uint32_t id = 0; id < JOBS; id++) translator.add(create_job(model, id));
  return nullptr;
}

int fail(const char *problem) {
  fprintf(stderr, "%s\n", problem);
  return 1;
}

}  // namespace

// threads MODEL
int main(int count, char **arguments) {
  if (count != 2) return 2;
  char problem[200] = "";
  const EngineModelOptions options = {0, 1, 0};
  SharedModel *model = create<SharedModel>();
  if (!model->file.open(arguments[1])) return fail("the model cannot be read");
  model->engine =
      engine_open_model(model->file.data(), model->file.length(), nullptr, 0, &options, problem, sizeof problem);
  if (!model->engine) return fail(problem);
  {
    Results results;
    Translator translator(6, {&results, take_results, end_thread});
    const char *failure = translator.start(4) == 4 ? use(translator, model, results) : "threads are missing";
    translator.close();
    if (failure) return fail(failure);
  }
  if (model->holders != 1) return fail("the model is still in use");
  let_go(model);
  printf("threads: no result is missing\n");
  return 0;
}
