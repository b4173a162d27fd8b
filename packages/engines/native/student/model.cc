#include "model.h"

#include "model-file.h"
#include "positions.h"

namespace student {
namespace {

constexpr size_t MAX_LAYERS = 64;
constexpr size_t MAX_VOCABULARY = 1 << 20;
constexpr size_t NAME_SIZE = 96;

// A name such as `decoder_l2_context_Wq`.
struct Name {
  char text[NAME_SIZE];
  template <typename... Parts>
  Name(const char *first, Parts... parts) {
    const char *const texts[] = {first, parts...};
    join_texts(text, NAME_SIZE, texts, 1 + sizeof...(parts));
  }
};

// A number in digits.
struct Digits {
  char room[24];
  const char *text;
  explicit Digits(uint64_t number) {
    size_t at = sizeof room - 1;
    room[at] = 0;
    do room[--at] = char('0' + number % 10);
    while (number /= 10);
    text = room + at;
  }
  Digits(const Digits &) = delete;
};

bool equal_texts(const char *one, const char *other) {
  for (; *one && *one == *other; one++) other++;
  return *one == *other;
}

bool contains(const char *text, const char *part) {
  for (; *text; text++) {
    size_t i = 0;
    while (part[i] && text[i] == part[i]) i++;
    if (!part[i]) return true;
  }
  return false;
}

bool ends_with(const char *text, const char *end) {
  const size_t length = length_of(text), end_length = length_of(end);
  return length >= end_length && equal_texts(text + length - end_length, end);
}

// A whole number without a sign; 0 where it is none.
size_t to_number(const char *text) {
  size_t number = 0;
  for (; *text >= '0' && *text <= '9' && number < 1000000; text++) number = number * 10 + size_t(*text - '0');
  return *text ? 0 : number;
}

// Puts a model together from the tensors of a file. The first thing wrong ends it.
class Builder {
 public:
  Builder(const ModelFile &file, EngineModel &model, const Problem &problem)
      : file_(file), model_(model), problem_(problem) {}

  bool add_shortlist(const uint8_t *bytes, size_t length) {
    if (!read_shortlist(bytes, length, model_.source_embeddings.outputs, model_.target_embeddings.outputs,
                        model_.shortlist, problem_))
      return false;
    gather_common_outputs();
    model_.has_shortlist = true;
    return true;
  }

  bool build() {
    return check_settings() && read_sizes() && read_embeddings() && read_layers() && add_corrections();
  }

 private:
  const ModelFile &file_;
  EngineModel &model_;
  const Problem &problem_;
  // Buffers for the corrections of a layer.
  Array<uint8_t> ones_;
  Array<float> products_;

  bool check_settings() {
    // The settings that decide the arithmetic. Optional ones have this value in models of older versions of
    // Marian, which do not write them.
    const struct {
      const char *name, *value;
      bool is_optional;
    } wanted[] = {
        {"type", "transformer", false},
        {"dec-cell", "ssru", false},
        {"transformer-decoder-autoreg", "rnn", false},
        {"transformer-postprocess", "dan", false},
        {"transformer-ffn-activation", "relu", false},
        {"transformer-ffn-depth", "2", false},
        {"transformer-preprocess", "", true},
        {"transformer-postprocess-top", "", true},
        {"transformer-rnn-projection", "false", true},
        {"transformer-train-position-embeddings", "false", true},
        {"transformer-no-projection", "false", true},
        {"transformer-depth-scaling", "false", true},
    };
    for (const auto &setting : wanted) {
      char value[64] = "";
      const bool is_there = file_.setting(setting.name, value, sizeof value);
      if (is_there ? !equal_texts(value, setting.value) : !setting.is_optional)
        return problem_.report("the model's ", setting.name, " is '", value, "'; only '", setting.value,
                               "' is supported");
    }
    return true;
  }

  size_t number(const char *name) const {
    char value[64];
    return file_.setting(name, value, sizeof value) ? to_number(value) : 0;
  }

  bool read_sizes() {
    model_.width = number("dim-emb");
    model_.heads = number("transformer-heads");
    const size_t encoder = number("enc-depth"), decoder = number("dec-depth");
    if (model_.width == 0 || model_.width > MAX_WIDTH || model_.heads == 0 || encoder == 0 ||
        decoder == 0 || encoder > MAX_LAYERS || decoder > MAX_LAYERS)
      return problem_.report("the model's dim-emb, transformer-heads, enc-depth or dec-depth is missing or too large");
    if (model_.width % (model_.heads * LANES) != 0)
      return problem_.report("the model's dim-emb / transformer-heads must be a multiple of 8");
    char layer[64] = "last";
    file_.setting("transformer-guided-alignment-layer", layer, sizeof layer);
    model_.alignment_layer = equal_texts(layer, "last") ? decoder : to_number(layer);
    if (model_.alignment_layer == 0 || model_.alignment_layer > decoder)
      return problem_.report("the model's transformer-guided-alignment-layer is not between 1 and dec-depth");
    model_.alignment_layer--;
    model_.encoder.resize(encoder);
    model_.decoder.resize(decoder);
    fill_positions(model_.low_positions, model_.width, 1);
    fill_positions(model_.high_positions, model_.width, POSITIONS);
    model_.own_bytes += 2 * POSITIONS * model_.width * sizeof(float);
    return true;
  }

  void *copy(size_t bytes) {
    void *memory = engine_allocate(bytes);
    model_.copies.push(memory);
    model_.own_bytes += bytes;
    return memory;
  }

  bool report_type(const Name &name) const {
    return problem_.report("the model's tensor ", name.text, " has an unsupported type");
  }

  // A number that may be any is 0.
  bool report_shape(const Name &name, size_t rows, size_t columns, size_t wanted_rows, size_t wanted_columns) const {
    const Digits wanted[] = {Digits(wanted_rows), Digits(wanted_columns)};
    return problem_.report("the model's tensor ", name.text, " has the wrong shape: ", Digits(rows).text, " x ",
                           Digits(columns).text, " instead of ", wanted_rows ? wanted[0].text : "any", " x ",
                           wanted_columns ? wanted[1].text : "any");
  }

  bool read_vector(const Name &name, size_t size, const float *&values) {
    const Tensor *tensor = file_.find(name.text);
    if (!tensor) return problem_.report("the model has no ", name.text);
    if (tensor->type != TYPE_FLOAT32) return report_type(name);
    if (tensor->rows * tensor->columns != size) return report_shape(name, tensor->rows, tensor->columns, 1, size);
    if (reinterpret_cast<uintptr_t>(tensor->data) % alignof(float) == 0) {
      values = reinterpret_cast<const float *>(tensor->data);
    } else {
      float *aligned = static_cast<float *>(copy(size * sizeof(float)));
      copy_bytes(aligned, tensor->data, size * sizeof(float));
      values = aligned;
    }
    return true;
  }

  // Embeddings and `_Wt` have a row for each output; the others a column, except in 8 bits, where
  // all have a row for each output, whatever their shape says.
  bool read_matrix(const Name &name, Matrix &matrix) {
    const Tensor *tensor = file_.find(name.text);
    if (!tensor) return problem_.report("the model has no ", name.text);
    const bool is_embedding = contains(name.text, "Wemb") || ends_with(name.text, "_Wt");
    matrix.inputs = is_embedding ? tensor->columns : tensor->rows;
    matrix.outputs = is_embedding ? tensor->rows : tensor->columns;
    if (matrix.inputs > MAX_WIDTH || matrix.outputs > MAX_VOCABULARY)
      return problem_.report("the model's tensor ", name.text, " is too large");
    matrix.stride = padded_width(matrix.inputs);
    matrix.corrections = nullptr;
    matrix.input_factor = 0;
    if (const Tensor *factor = file_.find(Name(name.text, "_QuantMultA").text)) {
      const Name factor_name(name.text, "_QuantMultA");
      if (factor->type != TYPE_FLOAT32) return report_type(factor_name);
      if (factor->rows * factor->columns != 1) return report_shape(factor_name, factor->rows, factor->columns, 1, 1);
      matrix.input_factor = read_f32(factor->data);
      if (!is_factor(matrix.input_factor))
        return problem_.report("the model's ", name.text, "_QuantMultA is not a positive number");
      model_.has_input_factors = true;
    }
    model_.largest_width = larger(model_.largest_width, larger(matrix.inputs, matrix.outputs));
    return tensor->type == TYPE_INTGEMM8 ? read_bytes(*tensor, name, matrix)
           : tensor->type == TYPE_FLOAT32
               ? quantize_floats(*tensor, is_embedding, matrix)
               : report_type(name);
  }

  static bool is_factor(float value) { return value > 0 && value < 1e30f; }

  bool read_bytes(const Tensor &tensor, const Name &name, Matrix &matrix) {
    const size_t count = matrix.inputs * matrix.outputs;
    matrix.weight_factor = read_f32(tensor.data + count);
    if (!is_factor(matrix.weight_factor))
      return problem_.report("the model's factor of ", name.text, " is not a positive number");
    matrix.weights = reinterpret_cast<const int8_t *>(tensor.data);
    if (matrix.stride == matrix.inputs) return true;
    int8_t *rows = static_cast<int8_t *>(copy(matrix.stride * matrix.outputs));
    clear_bytes(rows, matrix.stride * matrix.outputs);
    for (size_t output = 0; output < matrix.outputs; output++)
      copy_bytes(rows + output * matrix.stride, matrix.weights + output * matrix.inputs, matrix.inputs);
    matrix.weights = rows;
    return true;
  }

  // A matrix in 32 bits is quantized to 8, as the training does it for the smaller file.
  bool quantize_floats(const Tensor &tensor, bool is_embedding, Matrix &matrix) {
    const size_t count = matrix.inputs * matrix.outputs;
    float most = 0;
    for (size_t i = 0; i < count; i++) {
      const float value = read_f32(tensor.data + i * sizeof(float));
      const float magnitude = value < 0 ? -value : value;
      if (!(magnitude < 1e30f)) return problem_.report("the model has a weight that is not a number, or too large");
      if (magnitude > most) most = magnitude;
    }
    matrix.weight_factor = most > 1e-30f ? 127.0f / most : 1.0f;
    int8_t *rows = static_cast<int8_t *>(copy(matrix.stride * matrix.outputs));
    clear_bytes(rows, matrix.stride * matrix.outputs);
    for (size_t output = 0; output < matrix.outputs; output++)
      for (size_t input = 0; input < matrix.inputs; input++) {
        const size_t at = is_embedding ? output * matrix.inputs + input : input * matrix.outputs + output;
        const float value = read_f32(tensor.data + at * sizeof(float)) * matrix.weight_factor;
        const float clipped = value > 127 ? 127 : value < -127 ? -127 : value;
        // To the nearest, ties to even.
        rows[output * matrix.stride + input] = int8_t((clipped + 12582912.0f) - 12582912.0f);
      }
    matrix.weights = rows;
    return true;
  }

  bool read_layer(const Name &matrix, const char *bias, size_t inputs, size_t outputs, Layer &layer) {
    layer.bias = nullptr;
    if (!read_matrix(matrix, layer.matrix)) return false;
    if ((inputs && layer.matrix.inputs != inputs) || (outputs && layer.matrix.outputs != outputs))
      return report_shape(matrix, layer.matrix.inputs, layer.matrix.outputs, inputs, outputs);
    return !bias || read_vector(Name(bias), layer.matrix.outputs, layer.bias);
  }

  bool read_part(const char *name, const char *part, size_t inputs, size_t outputs, Layer &layer) {
    return read_layer(Name(name, "_W", part), Name(name, "_b", part).text, inputs, outputs, layer);
  }

  bool read_normalisation(const char *name, Normalisation &normalisation) {
    return read_vector(Name(name, "_ln_scale"), model_.width, normalisation.scale) &&
           read_vector(Name(name, "_ln_bias"), model_.width, normalisation.bias);
  }

  bool read_attention(const Name &name, Attention &attention) {
    const size_t width = model_.width;
    return read_part(name.text, "q", width, width, attention.query) &&
           read_part(name.text, "k", width, width, attention.key) &&
           read_part(name.text, "v", width, width, attention.value) &&
           read_part(name.text, "o", width, width, attention.output) &&
           read_normalisation(Name(name.text, "_Wo").text, attention.normalisation);
  }

  bool read_feed_forward(const Name &name, FeedForward &forward) {
    return read_part(name.text, "1", model_.width, 0, forward.first) &&
           read_part(name.text, "2", forward.first.matrix.outputs, model_.width, forward.second) &&
           read_normalisation(Name(name.text, "_ffn").text, forward.normalisation);
  }

  static Name numbered(const char *side, size_t index) { return Name(side, "_l", Digits(index + 1).text); }

  bool read_layers() {
    const size_t width = model_.width;
    for (size_t i = 0; i < model_.encoder.size(); i++) {
      const Name name = numbered("encoder", i);
      EncoderLayer &layer = model_.encoder[i];
      if (!read_attention(Name(name.text, "_self"), layer.self) ||
          !read_feed_forward(Name(name.text, "_ffn"), layer.forward))
        return false;
    }
    for (size_t i = 0; i < model_.decoder.size(); i++) {
      const Name name = numbered("decoder", i);
      DecoderLayer &layer = model_.decoder[i];
      if (!read_layer(Name(name.text, "_rnn_W"), nullptr, width, width, layer.candidate) ||
          !read_layer(Name(name.text, "_rnn_Wf"), Name(name.text, "_rnn_bf").text, width, width,
                      layer.forget) ||
          !read_normalisation(Name(name.text, "_rnn_ffn").text, layer.normalisation) ||
          !read_attention(Name(name.text, "_context"), layer.context) ||
          !read_feed_forward(Name(name.text, "_ffn"), layer.forward))
        return false;
    }
    return true;
  }

  bool read_embeddings() {
    const size_t width = model_.width;
    model_.shares_vocabulary = file_.find("Wemb") != nullptr;
    if (model_.shares_vocabulary) {
      if (!read_matrix("Wemb", model_.source_embeddings)) return false;
      model_.target_embeddings = model_.source_embeddings;
    } else if (!read_matrix("encoder_Wemb", model_.source_embeddings) ||
               !read_matrix("decoder_Wemb", model_.target_embeddings)) {
      return false;
    }
    if (model_.source_embeddings.inputs != width || model_.target_embeddings.inputs != width)
      return problem_.report("the width of the model's embeddings is not its dim-emb");
    const size_t targets = model_.target_embeddings.outputs;
    model_.output.matrix = model_.target_embeddings;
    const char *const names[] = {"decoder_ff_logit_out_W", "decoder_ff_logit_out_Wt"};
    for (const char *name : names) {
      if (!file_.find(name)) continue;
      if (!read_matrix(name, model_.output.matrix)) return false;
      if (model_.output.matrix.inputs != width || model_.output.matrix.outputs != targets)
        return report_shape(name, model_.output.matrix.inputs, model_.output.matrix.outputs, width, targets);
    }
    if (model_.end_token < 0 || size_t(model_.end_token) >= targets || model_.unknown_token < -1 ||
        model_.unknown_token >= int32_t(targets))
      return problem_.report("the end or unknown token is outside of the model's target vocabulary");
    return read_vector("decoder_ff_logit_out_b", targets, model_.output.bias);
  }

  // Copies the outputs of the common tokens, so that they stand next to each other.
  void gather_common_outputs() {
    const size_t targets = model_.target_embeddings.outputs;
    Shortlist &list = model_.shortlist;
    Array<uint8_t> marks;
    marks.resize(targets);
    clear_bytes(marks.data(), targets);
    for (size_t token = 0; token < list.first_count; token++) marks[token] = 1;
    marks[size_t(model_.end_token)] = 1;
    if (size_t(model_.end_token) < model_.source_embeddings.outputs) list.mark(size_t(model_.end_token), marks.data());
    for (size_t token = 0; token < targets; token++)
      if (marks[token]) list.common.push(int32_t(token));
    const Layer &all = model_.output;
    const size_t count = list.common.size(), stride = all.matrix.stride;
    int8_t *weights = static_cast<int8_t *>(copy(count * stride));
    float *bias = static_cast<float *>(copy(count * sizeof(float)));
    for (size_t i = 0; i < count; i++) {
      const size_t token = size_t(list.common[i]);
      copy_bytes(weights + i * stride, all.matrix.weights + token * stride, stride);
      bias[i] = all.bias[token];
    }
    list.output = all;
    list.output.matrix.outputs = count;
    list.output.matrix.weights = weights;
    list.output.bias = bias;
    if (model_.kernels->needs_corrections) add_corrections(list.output);
  }

  // Kernels that shift inputs by 128 get sums that are too large by 128 times the sum of the weights.
  bool add_corrections() {
    if (!model_.kernels->needs_corrections) return true;
    add_corrections(model_.output);
    for (EncoderLayer &layer : model_.encoder) add_corrections(layer.self), add_corrections(layer.forward);
    for (DecoderLayer &layer : model_.decoder) {
      add_corrections(layer.candidate);
      add_corrections(layer.forget);
      add_corrections(layer.context);
      add_corrections(layer.forward);
    }
    return true;
  }
  void add_corrections(Attention &attention) {
    add_corrections(attention.query), add_corrections(attention.key);
    add_corrections(attention.value), add_corrections(attention.output);
  }
  void add_corrections(FeedForward &forward) { add_corrections(forward.first), add_corrections(forward.second); }
  // The sum of the weights is their product with ones.
  void add_corrections(Layer &layer) {
    Matrix &matrix = layer.matrix;
    int32_t *corrections = static_cast<int32_t *>(copy(matrix.outputs * sizeof(int32_t)));
    clear_bytes(corrections, matrix.outputs * sizeof(int32_t));
    matrix.corrections = corrections;
    ones_.resize(matrix.stride);
    for (uint8_t &one : ones_) one = 1;
    products_.resize(matrix.outputs);
    const float factors[2] = {1, 1};
    model_.kernels->multiply({ones_.data(), factors, 1, &matrix, nullptr, 0, matrix.outputs, nullptr, false,
                              products_.data(), matrix.outputs});
    // Exact: a sum is less than 2^24.
    for (size_t output = 0; output < matrix.outputs; output++) corrections[output] = 128 * int32_t(products_[output]);
  }
};

}  // namespace
}  // namespace student

void student::Shortlist::mark(size_t source_token, uint8_t *marks) const {
  const uint64_t end = read_u64(offsets + source_token * 8 + 8);
  for (uint64_t i = read_u64(offsets + source_token * 8); i < end; i++) marks[read_u32(tokens + i * 4)] = 1;
}

EngineModel::~EngineModel() {
  for (void *memory : copies) engine_release(memory);
}

extern "C" {

const char *engine_kernels(uint32_t index) {
  const student::Kernels *kernels = student::kernels_at(index);
  return kernels ? kernels->name : nullptr;
}

EngineModel *engine_open_model(const uint8_t *bytes, size_t length, const uint8_t *shortlist,
                               size_t shortlist_length, const EngineModelOptions *options, char *problem_text,
                               size_t problem_size) {
  using namespace student;
  const Problem problem = {problem_text, problem_size};
  EngineModel *model = create<EngineModel>();
  model->kernels = kernels_at(options->kernels);
  model->end_token = options->end_token;
  model->unknown_token = options->unknown_token;
  ModelFile file;
  Builder builder(file, *model, problem);
  bool is_good = model->kernels || problem.report("this processor has no such instructions");
  is_good = is_good && file.read(bytes, length, problem) && builder.build() &&
            (!shortlist || builder.add_shortlist(shortlist, shortlist_length));
  if (is_good) return model;
  destroy(model);
  return nullptr;
}

void engine_model_facts(const EngineModel *model, EngineModelFacts *facts) {
  facts->source_tokens = uint32_t(model->source_embeddings.outputs);
  facts->target_tokens = uint32_t(model->target_embeddings.outputs);
  facts->width = uint32_t(model->width);
  facts->encoder_layers = uint32_t(model->encoder.size());
  facts->decoder_layers = uint32_t(model->decoder.size());
  facts->has_shortlist = model->has_shortlist;
  facts->has_input_factors = model->has_input_factors;
  facts->own_bytes = uint32_t(model->own_bytes);
}

void engine_close_model(EngineModel *model) { student::destroy(model); }

}  // extern "C"
