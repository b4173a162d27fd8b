// Node-API binding of the kernels: the seven `wasm_gemm` functions of the neural engine, in place on
// its linear memory. A crash here would take the whole process along, so every range and index that
// the engine passes is checked against the memory's present size; a bad one throws RangeError.
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

namespace {

using dragoman::Kernels;

const Kernels ALL_KERNELS[] = {
    {"avx512vnni", dragoman::prepare_a_avx2, dragoman::prepare_bias_avx2,
     dragoman::multiply_avx512vnni},
    {"avx2", dragoman::prepare_a_avx2, dragoman::prepare_bias_avx2, dragoman::multiply_avx2},
};
const size_t KERNEL_COUNT = sizeof ALL_KERNELS / sizeof ALL_KERNELS[0];

bool processor_has(size_t index) {
  const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (index == 1) return has_avx2;
  return has_avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vnni");
}

// One WebAssembly memory in one JavaScript thread. It lives as long as its functions can be called,
// that is until the thread ends; `release` drops what it refers to.
struct Context {
  const Kernels *kernels;
  napi_ref memory;
  napi_ref buffer;
  uint8_t *base;
  size_t size;
  Context *next;
};

// Reads the memory's ArrayBuffer again. False with an exception pending where it is not a memory.
bool bind(napi_env env, Context *context) {
  napi_value memory, buffer;
  void *base = nullptr;
  size_t size = 0;
  context->base = nullptr;
  context->size = 0;
  if (context->buffer) napi_delete_reference(env, context->buffer);
  context->buffer = nullptr;
  if (!context->memory || napi_get_reference_value(env, context->memory, &memory) != napi_ok ||
      napi_get_named_property(env, memory, "buffer", &buffer) != napi_ok ||
      napi_get_arraybuffer_info(env, buffer, &base, &size) != napi_ok ||
      napi_create_reference(env, buffer, 1, &context->buffer) != napi_ok) {
    bool is_pending = false;
    napi_is_exception_pending(env, &is_pending);
    if (!is_pending) napi_throw_type_error(env, nullptr, "kernels: no WebAssembly memory");
    return false;
  }
  context->base = static_cast<uint8_t *>(base);
  context->size = size;
  return true;
}

// Growing a memory detaches its ArrayBuffer: the bytes may lie elsewhere now.
bool is_current(napi_env env, Context *context) {
  napi_value buffer;
  bool is_detached = true;
  return context->buffer &&
         napi_get_reference_value(env, context->buffer, &buffer) == napi_ok &&
         napi_is_detached_arraybuffer(env, buffer, &is_detached) == napi_ok && !is_detached;
}

// The arguments of one call, as the engine passes them: byte offsets, counts and floats.
template <size_t COUNT>
struct Call {
  napi_env env;
  Context *context;
  napi_value values[COUNT];
  bool is_good;

  Call(napi_env environment, napi_callback_info info) : env(environment), context(nullptr) {
    size_t count = COUNT;
    void *data = nullptr;
    is_good = napi_get_cb_info(env, info, &count, values, nullptr, &data) == napi_ok;
    context = static_cast<Context *>(data);
    if (is_good && !is_current(env, context)) is_good = bind(env, context);
  }

  // WebAssembly passes an offset above 2 GiB as a negative number; this wraps it back.
  uint32_t integer(size_t index) const {
    uint32_t value = 0;
    napi_get_value_uint32(env, values[index], &value);
    return value;
  }

  float number(size_t index) const {
    double value = 0;
    napi_get_value_double(env, values[index], &value);
    return static_cast<float>(value);
  }

  // Whether rows x columns items of `item_bytes` starting at `offset` lie inside the memory. The
  // product of two uint32 fits into 64 bits; it is compared before anything is multiplied to it.
  bool holds(uint32_t offset, uint32_t rows, uint32_t columns, size_t item_bytes) const {
    const uint64_t items = static_cast<uint64_t>(rows) * columns;
    return items <= context->size / item_bytes && offset <= context->size - items * item_bytes;
  }

  template <typename Byte>
  Byte *at(uint32_t offset) const {
    return reinterpret_cast<Byte *>(context->base + offset);
  }

  napi_value reject(const char *message) const {
    bool is_pending = false;
    napi_is_exception_pending(env, &is_pending);
    if (!is_pending) napi_throw_range_error(env, nullptr, message);
    return nullptr;
  }
};

bool has_panels(uint32_t width, uint32_t columns) { return width % 4 == 0 && columns % 8 == 0; }

napi_value int8_prepare_a(napi_env env, napi_callback_info info) {
  const Call<6> call(env, info);
  const uint32_t input = call.integer(0), rows = call.integer(3), width = call.integer(4),
                 output = call.integer(5);
  if (!call.is_good || !call.holds(input, rows, width, sizeof(float)) ||
      !call.holds(output, rows, width, 1))
    return call.reject("int8_prepare_a: outside of the memory");
  call.context->kernels->prepare_a(call.at<uint8_t>(input), call.number(1),
                                   static_cast<size_t>(rows) * width, call.at<uint8_t>(output));
  return nullptr;
}

typedef void (*PrepareB)(const uint8_t *, float, size_t, size_t, int8_t *);

napi_value prepare_b_with(PrepareB prepare, napi_env env, napi_callback_info info) {
  const Call<6> call(env, info);
  const uint32_t input = call.integer(0), width = call.integer(3), columns = call.integer(4),
                 output = call.integer(5);
  if (!call.is_good || !has_panels(width, columns) ||
      !call.holds(input, width, columns, sizeof(float)) || !call.holds(output, width, columns, 1))
    return call.reject("int8_prepare_b: outside of the memory, or a shape without panels");
  prepare(call.at<uint8_t>(input), call.number(1), width, columns, call.at<int8_t>(output));
  return nullptr;
}

napi_value int8_prepare_b(napi_env env, napi_callback_info info) {
  return prepare_b_with(dragoman::prepare_b, env, info);
}

napi_value int8_prepare_b_from_transposed(napi_env env, napi_callback_info info) {
  return prepare_b_with(dragoman::prepare_b_from_transposed, env, info);
}

napi_value int8_prepare_b_from_quantized_transposed(napi_env env, napi_callback_info info) {
  const Call<4> call(env, info);
  const uint32_t input = call.integer(0), width = call.integer(1), columns = call.integer(2),
                 output = call.integer(3);
  if (!call.is_good || !has_panels(width, columns) || !call.holds(input, width, columns, 1) ||
      !call.holds(output, width, columns, 1))
    return call.reject(
        "int8_prepare_b_from_quantized_transposed: outside of the memory, or a shape without "
        "panels");
  dragoman::prepare_b_from_quantized_transposed(call.at<uint8_t>(input), width, columns,
                                                call.at<int8_t>(output));
  return nullptr;
}

napi_value int8_prepare_bias(napi_env env, napi_callback_info info) {
  const Call<9> call(env, info);
  const uint32_t b = call.integer(0), width = call.integer(5), columns = call.integer(6),
                 bias = call.integer(7), output = call.integer(8);
  if (!call.is_good || !has_panels(width, columns) || !call.holds(b, width, columns, 1) ||
      !call.holds(bias, 1, columns, sizeof(float)) ||
      !call.holds(output, 1, columns, sizeof(float)))
    return call.reject("int8_prepare_bias: outside of the memory, or a shape without panels");
  // In this order, in float32: the engine's fallback rounds after each of these steps.
  const float factor = -1.0f * ((127.0f / call.number(1)) * (127.0f / call.number(3))) / 127.0f;
  call.context->kernels->prepare_bias(call.at<int8_t>(b), factor, width, columns,
                                      bias ? call.at<uint8_t>(bias) : nullptr,
                                      call.at<uint8_t>(output));
  return nullptr;
}

napi_value int8_multiply_and_add_bias(napi_env env, napi_callback_info info) {
  const Call<12> call(env, info);
  const uint32_t a = call.integer(0), b = call.integer(3), bias = call.integer(6),
                 rows = call.integer(8), width = call.integer(9), columns = call.integer(10),
                 output = call.integer(11);
  if (!call.is_good || !has_panels(width, columns) || !call.holds(a, rows, width, 1) ||
      !call.holds(b, width, columns, 1) || !call.holds(bias, 1, columns, sizeof(float)) ||
      !call.holds(output, rows, columns, sizeof(float)))
    return call.reject(
        "int8_multiply_and_add_bias: outside of the memory, or a shape without panels");
  const float factor = call.number(7) / (call.number(1) * call.number(4));
  call.context->kernels->multiply(call.at<uint8_t>(a), call.at<int8_t>(b), call.at<uint8_t>(bias),
                                  factor, rows, width, columns, call.at<uint8_t>(output));
  return nullptr;
}

napi_value int8_select_columns_of_b(napi_env env, napi_callback_info info) {
  const Call<6> call(env, info);
  const uint32_t b = call.integer(0), width = call.integer(1), columns = call.integer(2),
                 indices = call.integer(3), count = call.integer(4), output = call.integer(5);
  if (!call.is_good || !has_panels(width, columns) || count % 8 != 0 ||
      !call.holds(b, width, columns, 1) || !call.holds(indices, 1, count, sizeof(uint32_t)) ||
      !call.holds(output, width, count, 1))
    return call.reject("int8_select_columns_of_b: outside of the memory, or a shape without panels");
  if (!dragoman::select_columns(call.at<int8_t>(b), width, columns, call.at<uint8_t>(indices),
                                count, call.at<int8_t>(output)))
    return call.reject("int8_select_columns_of_b: no such column");
  return nullptr;
}

napi_value release(napi_env env, napi_callback_info info) {
  void *data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  Context *context = static_cast<Context *>(data);
  if (context->buffer) napi_delete_reference(env, context->buffer);
  if (context->memory) napi_delete_reference(env, context->memory);
  context->buffer = context->memory = nullptr;
  context->base = nullptr;
  context->size = 0;
  return nullptr;
}

// The contexts of this thread, to be freed with it.
struct Contexts {
  Context *first;
};

void free_contexts(napi_env, void *data, void *) {
  Contexts *contexts = static_cast<Contexts *>(data);
  for (Context *context = contexts->first; context;) {
    Context *next = context->next;
    free(context);
    context = next;
  }
  free(contexts);
}

const Kernels *find_kernels(napi_env env, napi_value name) {
  char wanted[16] = "";
  napi_get_value_string_utf8(env, name, wanted, sizeof wanted, nullptr);
  for (size_t i = 0; i < KERNEL_COUNT; i++)
    if (strcmp(ALL_KERNELS[i].name, wanted) == 0 && processor_has(i)) return &ALL_KERNELS[i];
  return nullptr;
}

// create(memory, instructionSet): the seven functions on that memory, and `release`.
napi_value create(napi_env env, napi_callback_info info) {
  napi_value arguments[2], functions;
  size_t count = 2;
  void *data = nullptr;
  napi_get_cb_info(env, info, &count, arguments, nullptr, &data);
  Contexts *contexts = static_cast<Contexts *>(data);
  const Kernels *kernels = find_kernels(env, arguments[1]);
  if (!kernels) {
    napi_throw_range_error(env, nullptr, "kernels: this processor lacks the instruction set");
    return nullptr;
  }
  Context *context = static_cast<Context *>(calloc(1, sizeof(Context)));
  if (!context) {
    napi_throw_error(env, nullptr, "kernels: out of memory");
    return nullptr;
  }
  context->kernels = kernels;
  context->next = contexts->first;
  contexts->first = context;
  if (napi_create_reference(env, arguments[0], 1, &context->memory) != napi_ok)
    context->memory = nullptr;
  if (!bind(env, context)) return nullptr;

  const struct {
    const char *name;
    napi_callback run;
  } entries[] = {
      {"int8_prepare_a", int8_prepare_a},
      {"int8_prepare_b", int8_prepare_b},
      {"int8_prepare_b_from_transposed", int8_prepare_b_from_transposed},
      {"int8_prepare_b_from_quantized_transposed", int8_prepare_b_from_quantized_transposed},
      {"int8_prepare_bias", int8_prepare_bias},
      {"int8_multiply_and_add_bias", int8_multiply_and_add_bias},
      {"int8_select_columns_of_b", int8_select_columns_of_b},
      {"release", release},
  };
  napi_create_object(env, &functions);
  for (const auto &entry : entries) {
    napi_value function;
    napi_create_function(env, entry.name, NAPI_AUTO_LENGTH, entry.run, context, &function);
    napi_set_named_property(env, functions, entry.name, function);
  }
  return functions;
}

}  // namespace

NAPI_MODULE_INIT() {
  napi_value function, names;
  Contexts *contexts = static_cast<Contexts *>(calloc(1, sizeof(Contexts)));
  if (!contexts) {
    napi_throw_error(env, nullptr, "kernels: out of memory");
    return nullptr;
  }
  napi_set_instance_data(env, contexts, free_contexts, nullptr);
  napi_create_function(env, "create", NAPI_AUTO_LENGTH, create, contexts, &function);
  napi_set_named_property(env, exports, "create", function);

  // Best first; empty on a processor for which there are no native kernels.
  __builtin_cpu_init();
  uint32_t found = 0;
  napi_create_array(env, &names);
  for (size_t i = 0; i < KERNEL_COUNT; i++) {
    if (!processor_has(i)) continue;
    napi_value name;
    napi_create_string_utf8(env, ALL_KERNELS[i].name, NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, names, found++, name);
  }
  napi_set_named_property(env, exports, "instructionSets", names);
  return exports;
}
