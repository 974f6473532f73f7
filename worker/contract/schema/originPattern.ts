/** An origin that is safe in a policy: without characters that end a directive, and without wildcards, which match many origins. */
export const originPattern = /^https?:\/\/[a-z0-9.\-[\]:]+$/
