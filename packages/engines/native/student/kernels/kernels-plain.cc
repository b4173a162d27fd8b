// For every processor; what the others are compared with.
#include "product.h"

namespace student {
namespace {

struct Plain {
  typedef int8_t Input;
  typedef int32_t Sum;
  typedef int32_t Weights;
  typedef int32_t Inputs;
  static constexpr size_t STEP = 1;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE void arrange(Input *, size_t) {}
  static INLINE Sum zero() { return 0; }
  static INLINE Weights load_weights(const int8_t *weights) { return *weights; }
  static INLINE Inputs load_inputs(const Input *inputs) { return *inputs; }
  static INLINE void multiply(Sum &sum, Inputs left, Weights right) { sum += left * right; }
  static INLINE Integers add_up(const Sum *sums) {
    Integers lanes;
    copy_bytes(&lanes, sums, sizeof lanes);
    return lanes;
  }
};

}  // namespace

extern const Kernels PLAIN_KERNELS;
const Kernels PLAIN_KERNELS = kernels_of<Plain>("plain");

}  // namespace student
