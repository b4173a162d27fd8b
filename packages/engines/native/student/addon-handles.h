// Handles: what JavaScript holds of the addon's objects. Each kind has a tag of its own, so that one
// cannot be passed where another is expected.
#pragma once
#define NAPI_VERSION 8
#include <node_api.h>

namespace student {

// Takes `data` over; `finalize` frees it.
inline napi_value create_handle(napi_env env, const napi_type_tag &tag, void *data, napi_finalize finalize) {
  napi_value handle = nullptr;
  if (napi_create_external(env, data, finalize, nullptr, &handle) != napi_ok) {
    finalize(env, data, nullptr);
    napi_throw_error(env, nullptr, "out of memory");
    return nullptr;
  }
  napi_type_tag_object(env, handle, &tag);
  return handle;
}

// What is behind a handle; null for everything else.
inline void *read_handle(napi_env env, const napi_type_tag &tag, napi_value value) {
  bool is_tagged = false;
  void *data = nullptr;
  if (napi_check_object_type_tag(env, value, &tag, &is_tagged) != napi_ok || !is_tagged ||
      napi_get_value_external(env, value, &data) != napi_ok)
    return nullptr;
  return data;
}

}  // namespace student
