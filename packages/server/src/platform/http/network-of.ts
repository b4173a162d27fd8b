/**
 * The network an address counts for where addresses are counted: someone with one IPv6 address
 * usually has its whole /64 network.
 */
export const networkOf = (address: string): string =>
  address.includes(':') && !address.includes('.')
    ? address.split(':').slice(0, 4).join(':')
    : address;
