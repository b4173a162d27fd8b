const TSV_RANGES = new Set(['text/tab-separated-values', 'text/*', '*/*']);

/** Whether an `Accept` header allows tab-separated values (RFC 9110, section 12.5.1). */
export const acceptsTsv = (accept: string | undefined): boolean => {
  if (accept === undefined || accept.trim() === '') return true;
  return accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    return TSV_RANGES.has(type) && !isRefused;
  });
};
