// Cuts texts into the tokens of a SentencePiece vocabulary, and puts them together again, to the
// byte as SentencePiece does it: its own normalisation table, then the most probable pieces.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "platform.h"

namespace student {

// A token of a text and the bytes of the text it comes from; the first after `begin` to `end`.
struct Token {
  int32_t id;
  uint32_t begin;
  uint32_t end;
};

// Some bytes of the file of a vocabulary.
struct ByteRange {
  uint32_t start;
  uint32_t length;
};

enum class PieceType : uint8_t { normal = 1, unknown, control, user_defined, unused, byte };

struct Piece {
  ByteRange text;
  float score;
  PieceType type;
};

// A trie of texts by their bytes: the children of a node stand next to each other, sorted by their byte.
class Trie {
 public:
  // No node, and the value of a node where no text ends.
  static constexpr int32_t none = -1;

  // Builds it from texts of the file, which must be sorted and different.
  void build(const uint8_t *file, const Piece *pieces, const uint32_t *sorted, size_t count);
  int32_t child(int32_t node, uint8_t byte) const;
  int32_t value(int32_t node) const { return nodes_[node].value; }
  bool is_empty() const { return nodes_.size() < 2; }

 private:
  struct Node {
    int32_t first_child;
    int32_t value;
    uint16_t child_count;
    uint8_t byte;
  };
  Array<Node> nodes_;
};

// The normalisation table: a double array (Darts) of prefixes that leads to what replaces them.
class CharacterMap {
 public:
  bool open(const uint8_t *bytes, size_t length);
  bool is_empty() const { return unit_count_ == 0; }
  // How many bytes at the beginning of a text are replaced, and by what; 0 for none.
  size_t find(const uint8_t *text, size_t length, const uint8_t** replacement,
              size_t *replacement_length) const;

 private:
  uint32_t unit(size_t index) const;

  const uint8_t *units_ = nullptr;
  size_t unit_count_ = 0;
  const uint8_t *replacements_ = nullptr;
  size_t replacements_length_ = 0;
};

// Buffers of encoding and decoding, reused from text to text; one for each thread.
struct Workspace {
  // What {@link Vocabulary::encode} has found.
  Array<Token> tokens;
  // What {@link Vocabulary::decode} has written, and how long that was after each token.
  Array<uint8_t> text;
  Array<uint32_t> ends;

  struct Step {
    float score;
    int32_t start;
    int32_t id;
  };
  Array<uint8_t> normalised;
  Array<uint32_t> origins;
  Array<Step> steps;
};

// A vocabulary; once it is open, any number of threads may use it.
class Vocabulary {
 public:
  // Reads a SentencePiece model, of which it keeps a copy. Where it is none, the result is null and
  // `problem` a sentence.
  static Vocabulary *open(const uint8_t *bytes, size_t length, const char** problem);
  static void close(Vocabulary *vocabulary) { destroy(vocabulary); }

  int32_t size() const { return static_cast<int32_t>(pieces_.size()); }
  // The tokens that end a sentence and that stand for what has no piece; -1 where there is none.
  int32_t end() const { return end_; }
  int32_t unknown() const { return unknown_; }
  PieceType type(int32_t id) const { return pieces_[id].type; }
  const uint8_t *piece(int32_t id, size_t *length) const;

  // The most probable tokens of a text, without the end of the sentence; false where it is too long.
  bool encode(const uint8_t *text, size_t length, Workspace &space) const;
  // The text of tokens; false where it is too long, or a token does not exist.
  bool decode(const int32_t *ids, size_t count, Workspace &space) const;

 private:
  // What the beginning of a text is normalised to, and how many bytes of the text that are.
  struct Prefix {
    const uint8_t *text;
    size_t length;
    size_t taken;
  };

  friend Vocabulary *create<Vocabulary>();
  friend void destroy<Vocabulary>(Vocabulary*);

  Vocabulary() = default;
  ~Vocabulary() = default;
  const char *read();
  const char *read_piece(ByteRange message);
  const char *read_trainer(ByteRange message);
  const char *read_normaliser(ByteRange message);
  const char *index_pieces();
  static bool is_text(PieceType type);
  bool is_end(ByteRange text) const;
  bool read_byte_piece(int32_t id);
  bool has_repetition(const Array<uint32_t> &sorted) const;
  Prefix next_prefix(const uint8_t *text, size_t length) const;
  bool normalise(const uint8_t *text, size_t length, Workspace &space) const;
  void find_best(Workspace &space) const;
  void push_tokens(Workspace &space) const;
  bool write_piece(int32_t id, bool is_beginning, Workspace &space) const;
  void write_bytes(const int32_t *ids, size_t count, Workspace &space) const;

  Array<uint8_t> file_;
  Array<Piece> pieces_;
  Trie texts_;
  Trie user_defined_;
  CharacterMap characters_;
  int32_t byte_ids_[256];
  int32_t end_ = -1;
  int32_t unknown_ = -1;
  float least_score_ = 0;
  float greatest_score_ = 0;
  ByteRange end_text_ = {0, 0};
  ByteRange unknown_surface_ = {0, 0};
  uint64_t model_type_ = 1;
  bool has_end_text_ = false;
  bool has_unknown_surface_ = false;
  bool has_byte_fallback_ = false;
  bool treats_space_as_suffix_ = false;
  bool adds_dummy_prefix_ = true;
  bool removes_extra_spaces_ = true;
  bool escapes_spaces_ = true;
};

}  // namespace student

// The same for JavaScript, in UTF-16; see text-vocabulary.cc.
extern "C" {
void *vocabulary_open(const uint8_t *bytes, size_t length, const char** problem);
void vocabulary_close(void *handle);
int32_t vocabulary_encode(void *handle, const uint16_t *text, size_t length);
int32_t vocabulary_decode(void *handle, const int32_t *ids, size_t count);
const int32_t *vocabulary_numbers(void *handle);
const uint16_t *vocabulary_text(void *handle);
int32_t vocabulary_end(void *handle);
int32_t vocabulary_unknown(void *handle);
int32_t vocabulary_size(void *handle);
}
