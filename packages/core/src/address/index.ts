export {
  type AddressedSentence,
  type AddressSign,
  addressOf,
  addressSigns,
  type FormOfAddress,
  majorityOf,
  speaksToReader,
  tellsAddress,
} from './address.js';
export { rewriteAddress } from './rewrite-address.js';
