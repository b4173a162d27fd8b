// For aarch64 processors; compiled twice, with and without dot products.
#include <arm_neon.h>

#include "product.h"

namespace student {
namespace {

struct Neon {
  typedef int8_t Input;
  typedef int32x4_t Sum;
  typedef int8x16_t Weights;
  typedef int8x16_t Inputs;
  static constexpr size_t STEP = 16;
  static constexpr int32_t INPUT_OFFSET = 0;

  static INLINE void arrange(Input *, size_t) {}
  static INLINE Sum zero() { return vdupq_n_s32(0); }
  static INLINE Weights load_weights(const int8_t *weights) { return vld1q_s8(weights); }
  static INLINE Inputs load_inputs(const Input *inputs) { return vld1q_s8(inputs); }
  static INLINE void multiply(Sum &sum, Inputs left, Weights right) {
#if defined(__ARM_FEATURE_DOTPROD)
    sum = vdotq_s32(sum, left, right);
#else
    sum = vpadalq_s16(sum, vmull_s8(vget_low_s8(left), vget_low_s8(right)));
    sum = vpadalq_s16(sum, vmull_high_s8(left, right));
#endif
  }
  static INLINE Integers add_up(const Sum *sums) {
    const int32x4_t halves[2] = {
        vpaddq_s32(vpaddq_s32(sums[0], sums[1]), vpaddq_s32(sums[2], sums[3])),
        vpaddq_s32(vpaddq_s32(sums[4], sums[5]), vpaddq_s32(sums[6], sums[7])),
    };
    Integers lanes;
    copy_bytes(&lanes, halves, sizeof lanes);
    return lanes;
  }
};

}  // namespace

#if defined(__ARM_FEATURE_DOTPROD)
extern const Kernels DOTPROD_KERNELS;
const Kernels DOTPROD_KERNELS = kernels_of<Neon>("dotprod");
#else
extern const Kernels NEON_KERNELS;
const Kernels NEON_KERNELS = kernels_of<Neon>("aarch64");
#endif

}  // namespace student
