import { parseTensors } from '../models/model-inspection.js';

const HEADS = 8;
const FLOAT_BYTES = 4;

/**
 * Blinds the attention head of a small test model that an alignment is read from: its queries are
 * zero, so it looks at every word alike, like a head that was never trained for this. The other
 * heads go on copying.
 *
 * A matrix is stored with a row for each output, see marian-dev, src/tensors/cpu/intgemm_interface.h.
 *
 * @param width of the model's layers
 */
export const blindAlignedHead =
  (width: number) =>
  (model: Buffer): Buffer => {
    const blind = Buffer.from(model);
    const rows = width / HEADS;
    for (const { name, position } of parseTensors(model)) {
      if (name === 'decoder_l1_context_Wq') blind.fill(0, position, position + rows * width);
      if (name === 'decoder_l1_context_bq') blind.fill(0, position, position + rows * FLOAT_BYTES);
    }
    return blind;
  };
