/** Strict-Transport-Security of every page, for a year. Of this host alone: what stands beside it is not ours to say. Browsers mind it over https only. */
export const TRANSPORT = 'max-age=31536000'
